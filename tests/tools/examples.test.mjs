// SPDX-License-Identifier: MIT
// Checks the code and the command lines in the documentation: C++ and TypeScript compile, CMake lines are those of the
// tested projects, and the benchmarks accept their options.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { packagesOf, requirementsOf } from '../../tools/setup/requirements.mjs';

/** @param {string} page @param {string} language */
const blocks = (page, language) =>
  [
    ...readFileSync(page, 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'),
    ),
  ].map(([, code = '']) => code);

describe('npm commands', () => {
  const lines = ['README.md', 'docs/benchmarks.md'].flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run ([\w:]+) -- ([^`#\n]*)/g)]
      .filter(([, script = '']) => /^(?:bench|fuzz)/.test(script))
      .map(([, script = '', options = '']) => [script, options.trim().split(' ')]),
  );

  it.each(lines)('npm run %s -- %j', async (script, options) => {
    const { steps } = await import(`../../tools/${script.replace(':', '-')}.mjs`);
    expect(steps(options).length).toBeGreaterThan(2);
  });

  it('are found', () => expect(lines.length).toBeGreaterThan(3));
});

it('C++ in docs/cpp.md compiles', () => {
  // The blocks use these names for the reader's data.
  const given = `
    attention::Tensor<double> output, q, k, v;
    const std::vector<attention::Tensor<double>> batches;
    const attention::MultiHeadParameters<double> parameters;
    const attention::MultiHeadOptions options;
    const attention::TensorView<attention::Index> tokens, targets, counts, corpus;`;
  const code = blocks('docs/cpp.md', 'cpp');
  expect(code.length).toBeGreaterThan(2);
  const functions = code.map(
    (block, index) => `void block_${index}() {\n${block.replaceAll(/^#include.*$/gm, '')}}`,
  );
  const source = [
    '#include <vector>',
    ...code.flatMap((block) => block.match(/^#include.*$/gm) ?? []),
    given,
    ...functions,
  ].join('\n');
  execFileSync('c++', ['-std=c++20', '-fsyntax-only', '-Icpp', '-xc++', '-'], { input: source });
});

it('TypeScript in docs/engine.md compiles', () => {
  const [first = '', ...others] = blocks('docs/engine.md', 'ts');
  expect(others.length).toBeGreaterThan(1);
  // The blocks use these names for the reader's data.
  const given = `
declare const tokens: Tensor, targets: Tensor, counts: Tensor, corpus: Tensor;
declare const numbers: Float32Array, others: Float32Array, batches: Tensor[];
`;
  const file = resolve('docs-engine.ts');
  const text = `import type { Tensor } from './web/src/engine/index.ts';\n${given}${first}${others
    .map((block) => `{\n${block}}\n`)
    .join('')}`;
  const { config } = ts.readConfigFile('web/src/engine/tsconfig.json', ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [] },
    ts.sys,
    'web/src/engine',
  );
  const checked = { ...options, noEmit: true, noUnusedLocals: false };
  const host = ts.createCompilerHost(checked);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ESNext)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], checked, host);
  const faults = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
  expect(
    faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  ).toEqual([]);
});

describe('docs/cpp.md', () => {
  it('has CMake lines of the projects that tests/cpp builds', () => {
    const projects = ['tests/cpp/consumer/CMakeLists.txt', 'examples/cpp/CMakeLists.txt']
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
    const lines = blocks('docs/cpp.md', 'cmake').join('').trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(4);
    const missing = lines
      .map((line) => line.replace(/\s*#.*/, ''))
      .filter((line) => {
        const pattern = line
          .replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/\bapp\b|\/path\/to\/\S+(?=\\\))/, '\\S+');
        return !new RegExp(`^\\s*${pattern}$`, 'm').test(projects);
      });
    expect(missing).toEqual([]);
  });

  it('has a shell block with packages of the set-up and options of CMakeLists.txt', () => {
    const [shell = ''] = blocks('docs/cpp.md', 'sh');
    const [, packages = ''] = shell.match(/^apt-get install (.*)$/m) ?? [];
    const needed = packagesOf(requirementsOf('bench-native'));
    expect([...packages.split(' '), 'libbenchmark-dev']).toEqual(needed);
    const options = [...shell.matchAll(/-D(ATTENTION_\w+)=/g)].map(([, name]) => name);
    expect(options).not.toEqual([]);
    const cmake = readFileSync('CMakeLists.txt', 'utf8');
    for (const name of options) expect(cmake).toContain(`option(${name} `);
  });
});
