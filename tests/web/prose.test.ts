// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { compileProse } from '../../web/build/compile-prose.ts';
import { withAddresses } from '../../web/src/lesson/lesson-links.ts';

const head = '# Weights\n\nOne *short* paragraph with $\\sigma$.\n\n';
const section = (body: string) =>
  compileProse(`${head}## What {#what}\n\n${body}`).sections.what?.html ?? '';
const failure = (source: string) => () => compileProse(source, 'text.en.md');

describe('a prose file', () => {
  it('contains the title, the summary and the sections in order', () => {
    const prose = compileProse(
      `${head}## First one {#first}\n\nText.\n\n### Detail\n\n## 第二 {#second-part}\n\n- a\n`,
    );
    expect(prose.title).toBe('Weights');
    expect(prose.summary).toMatch(
      /^One <em translate="no">short<\/em> paragraph with <span class="nowrap"><math.*\.<\/span>$/,
    );
    expect(Object.keys(prose.sections)).toEqual(['first', 'second-part']);
    expect(prose.sections.first).toEqual({
      heading: 'First one',
      html: '<p>Text.</p>\n<h3>Detail</h3>',
    });
    expect(prose.sections['second-part']?.heading).toBe('第二');
  });

  it('shows HTML as text', () => {
    expect(section('<b onclick="x">bold</b>')).toContain('&lt;b onclick=');
  });

  it('joins Chinese lines without a space, and Latin lines with one', () => {
    expect(section('权重之和\n等于一，\n总是。')).toBe('<p>权重之和等于一，总是。</p>');
    expect(section('the weights\nsum to one')).toContain('weights\nsum');
  });

  it('opens links to other sites without access to the page', () => {
    expect(section('[a](https://example.org/x)')).toContain(
      '<a href="https://example.org/x" rel="noopener">',
    );
    expect(section('[a](#s=1)')).toContain('<a href="#s=1">');
  });

  it('turns a glossary term into a button, and keeps the punctuation beside it', () => {
    expect(section('the [[keys|key]] and a [[score]], $k$')).toContain(
      'the <button type="button" class="term" popovertarget="al-term" data-glossary="key">keys</button> and a ' +
        '<span class="nowrap"><button type="button" class="term" popovertarget="al-term" data-glossary="score">score</button>,</span> ',
    );
    expect(section('第一个[[键|key]]\n与 [a](#b)')).toContain('</button>与 <a');
    expect(section('\\[[score]]')).toBe('<p>[[score]]</p>');
  });

  it('turns a link to a part of the figure into a phrase in the colour of its role', () => {
    expect(section('its [key](key:K), then')).toBe(
      '<p>its <span class="phrase key" role="button" tabindex="0" data-points="K">key</span>, then</p>',
    );
  });

  it('names the lesson that a link leads to, and leaves its address to the page', () => {
    const html = section('see [softmax](lesson:softmax).');
    expect(html).toBe('<p>see <a data-lesson="softmax">softmax</a>.</p>');
    expect(withAddresses(html, (lesson) => `../${lesson}/`)).toBe(
      '<p>see <a data-lesson="softmax" href="../softmax/">softmax</a>.</p>',
    );
    expect(withAddresses(html, () => undefined)).toBe(html);
  });

  it.each([
    ['no title', 'Text.\n', /:1: expected "# Title"/],
    ['no summary', '# T\n\n## A {#a}\n', /:1: expected "# Title" and one paragraph/],
    ['two paragraphs of summary', '# T\n\na\n\nb\n', /expected "# Title" and one paragraph/],
    ['a heading without an id', `${head}## A\n`, /:5: expected "## Heading \{#section-id\}"/],
    ['an id twice', `${head}## A {#a}\n\nx\n\n## B {#a}\n`, /:9: duplicate id "a"/],
    ['maths in a heading', `${head}## Why $d$ {#a}\n`, /plain text/],
    ['broken TeX', `${head}## A {#a}\n\n$\\frac{1}$\n`, /text\.en\.md:7: KaTeX parse error/],
    ['a formula left open', `${head}## A {#a}\n\nx $a + b\n`, /:7: unmatched "\$"/],
    ['emphasis left open', `${head}## A {#a}\n\n**“权重”**之和\n`, /:7: unmatched "\*\*"/],
    ['an unknown term', `${head}## A {#a}\n\nx\n\n[[钥匙|lock]]\n`, /:9: .*no term "lock"/],
    ['an image', `${head}## A {#a}\n\n![x](x.png)\n`, /images are not allowed/],
    [
      'a link to another protocol',
      `${head}## A {#a}\n\n[x](mailto:a@b.c)\n`,
      /link to mailto:a@b.c/,
    ],
    ['an unknown role', `${head}## A {#a}\n\n[x](lock:K)\n`, /link to lock:K/],
  ])('refuses %s and names the place', (_, source, message) => {
    expect(failure(source)).toThrow(message);
  });
});

describe('maths in prose', () => {
  it('is MathML with its TeX, inline and as a block that scrolls', () => {
    expect(section('The $d_k$ keys')).toContain('<msub><mi>d</mi><mi>k</mi></msub>');
    expect(section('The $d_k$ keys')).toContain(
      '<annotation encoding="application/x-tex">d_k</annotation>',
    );
    expect(section('$$\nf(q) =\n\\sum_i w_i v_i\n$$\n\nafter')).toMatch(
      /^<div class="math-block" tabindex="0" role="group" aria-label="Formula"><math [^>]*display="block" translate="no">[\s\S]*<\/math><\/div>\n<p>after<\/p>$/,
    );
  });

  it('keeps a formula and the comma after it on one line', () => {
    expect(section('权重 $\\alpha$，总和为一')).toMatch(
      /<span class="nowrap"><math.*?<\/math>，<\/span>总和为一/,
    );
    expect(section('with $u$ (and $v$). So')).toMatch(
      /<\/math> \(and <span class="nowrap"><math.*<\/math>\)\.<\/span> So/,
    );
  });

  it('adds no space for a line break after Chinese punctuation', () => {
    expect(section('淡去；\n$x$ 在后')).toMatch(/^<p>淡去；<math/);
    expect(section('[[键|key]]，\n$k$ 在后')).toMatch(/，<\/span><math/);
    expect(section('fades;\n$x$ follows')).toMatch(/^<p>fades;\n<math/);
  });

  it('treats amounts of money as text', () => {
    expect(section('costs \\$5 or \\$6')).toBe('<p>costs $5 or $6</p>');
  });

  it('writes letter styles as characters, because browsers no longer support mathvariant', () => {
    const html = section(
      '$\\mathbf{QK}^\\top \\in \\mathbb{R}^{n \\times d}, \\boldsymbol\\alpha, \\mathrm{d}x$',
    );
    expect(html).toContain('<mi>𝐐</mi>');
    expect(html).toContain('<mi>ℝ</mi>');
    expect(html).toContain('<mi>𝜶</mi>');
    expect(html).toContain('<mi mathvariant="normal">d</mi>');
    expect(html).not.toMatch(/mathvariant="(?!normal)/);
  });

  it('closes every element that it opens', () => {
    const open: string[] = [];
    const html = section(
      '$a \\quad b \\, \\rule{1em}{1em} \\left( \\frac{c}{d} \\right) \\phantom{e}$',
    );
    for (const [tag, slash, name = ''] of html.matchAll(/<(\/?)([a-z]+)[^>]*>/g)) {
      if (slash) expect(open.pop(), html).toBe(name);
      else if (!tag.endsWith('/>')) open.push(name);
    }
    expect(open).toEqual([]);
  });

  it('has no space around the bars of a norm, but around those of a relation', () => {
    const html = section('$\\lVert q \\rVert \\parallel k$');
    expect(html.match(/<mo stretchy="false" lspace="0em" rspace="0em">∥<\/mo>/g)).toHaveLength(2);
    expect(html).toContain('<mo>∥</mo>');
  });

  it('has no space after the sign of a number, but around a binary minus', () => {
    expect(section('$(-a = -b - c$').match(/form="prefix"/g)).toHaveLength(2);
    expect(section('$f(a) - c$')).not.toContain('form=');
    expect(section('$a = {-b}$')).toContain('<mo form="prefix">−');
  });

  it('draws accents that do not touch the letter', () => {
    expect(section('$\\hat{y}$')).toContain('<mo>ˆ</mo>');
    expect(section('$\\bar{x}$')).toContain('<mo>‾</mo>');
  });

  it('aligns the columns of equations by classes', () => {
    const html = section('$$\\begin{aligned} a &= b \\\\ &= c \\end{aligned}$$');
    expect(html).toContain('<mtd class="math-right math-tight-end">');
    expect(html).toContain('<mtd class="math-left math-tight-start">');
  });

  const formulas = [
    '\\left(\\frac{1}{\\sqrt{d_k}}\\right)^2',
    '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
    '\\begin{cases} 1 & |u| \\le 1 \\\\ 0 & \\text{otherwise} \\end{cases}',
    '\\color{red}{x} \\; \\quad \\hat{y} \\overline{z} \\underbrace{a+b}_{c} \\bigl( \\phantom{x} \\rule{1em}{1em}',
  ];
  it.each(formulas)('needs no style attribute: %s', (tex) => {
    expect(section(`$$${tex}$$`)).not.toMatch(/\sstyle=/);
  });

  it.each([
    ['\\fcolorbox{red}{white}{x}', /style attribute/],
    ['\\boxed{x}', /<menclose> is not in MathML Core/],
    ['x \\tag{1}', /table width/],
    ['权重 = 1', /Unicode text character/],
  ])('refuses %s', (tex, message) => {
    expect(failure(`${head}## A {#a}\n\n$$${tex}$$\n`)).toThrow(message);
  });
});

it('a table scrolls on its own and aligns by classes, without a style attribute', () => {
  const html = section('| key | weight |\n| :-- | --: |\n| 51 | 0 |\n');
  expect(html).toContain('<div class="prose-scroll" tabindex="0"><table>');
  expect(html).toContain('<td class="align-right">0</td>');
  expect(html).not.toContain('style=');
});
