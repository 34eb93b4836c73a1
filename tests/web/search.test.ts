// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { lessonNames } from '../../web/build/lesson-names.ts';
import { renderHtml } from '../../web/build/render-html.ts';
import termAliases from '../../web/src/glossary/aliases.json' with { type: 'json' };
import { GLOSSARY, loadTerms } from '../../web/src/glossary/term-words.ts';
import { TERMS } from '../../web/src/glossary/terms.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import aliases from '../../web/src/search/aliases.json' with { type: 'json' };
import { fold } from '../../web/src/search/fold.ts';
import { searcher, tokenize } from '../../web/src/search/index.ts';
import type { Item } from '../../web/src/search/item.ts';
import { type Found, itemsOf, renderItem } from '../../web/src/search/items.ts';
import { loadSynonyms } from '../../web/src/search/synonyms.ts';
import lessonTerms from '../../web/src/search/terms.json' with { type: 'json' };
import { foreignCharacters } from './support/chinese.ts';
import { complete, siteFiles } from './support/files.ts';

const item = (kind: Item['kind'], name: string, title: string, text = '', alias = ''): Item => ({
  ...{ kind, name, language: 'en', title, text, alias },
});

const found = searcher([
  item('entry', 'E-12', 'E-12', 'A larger angle has the smaller dot product only at equal length.'),
  item('entry', 'E-1', 'E-1', 'The Jacobian fades.'),
  item('term', 'dot-product', '内积', '对应的分量相乘再相加。', 'dot product'),
  item('term', 'd_k', 'd_k', 'Components of a key.'),
  item('lesson', 'similarity', 'Similarity', 'Which key is more like the query?'),
]);
const names = (wanted: string) => found(wanted).map(({ name }) => name);

describe('words', () => {
  it.each([
    ['E-12, d_k', ['e-12', 'e', '12', 'd_k', 'd', 'k']],
    ['注意力 分數', ['注意', '意力', '力', '分数', '数']],
    ['值v₁', ['值', 'v1']],
    ['KV缓存', ['kv', '缓存', '存']],
    ['√d', ['sqrt', 'd']],
    ['ＡＢ–Ç', ['ab-c', 'ab', 'c']],
    ['…', []],
  ])('of %s', (text, tokens) => {
    expect(tokenize(text)).toEqual(tokens);
  });
});

describe('a search', () => {
  it.each([
    ['E-12', ['E-12']],
    ['angle', ['E-12']],
    ['ang', ['E-12']],
    ['jacobain', []],
    ['jacobians', ['E-1']],
    ['dot product', ['dot-product', 'E-12']],
    ['内积', ['dot-product']],
    ['分量相乘', ['dot-product']],
    ['分乘', []],
    ['key', ['similarity', 'd_k']],
    ['d_k', ['d_k']],
    ['angle jacobian', []],
    ['', []],
    ['  ', []],
  ])('for %j finds entries that contain all of it', (wanted, expected) => {
    expect(names(wanted)).toEqual(expected);
  });

  it('finds entries with two of three words if none contains all of them', () => {
    expect(names('larger angle zebra')).toEqual(['E-12']);
    expect(names('angle zebra')).toEqual([]);
  });
});

const WEB_SOURCE = fileURLToPath(new URL('../../web/src', import.meta.url));
const textsOf = (folder: string, name: string, language: string) =>
  JSON.parse(siteFiles(new RegExp(`^src/${folder}/${name}\\.${language}\\.json$`))[0]?.text ?? '');

const synonyms = await loadSynonyms();
/** By language of the interface: the names of lessons and terms, and all items that the search can find. */
const interfaces = complete.map((language) => {
  const pages = lessonNames(WEB_SOURCE, language);
  const { term } = textsOf('glossary', 'messages', language);
  const statements = Object.values<object>(textsOf('documents', 'statements', language));
  const items = [
    ...Object.entries(pages).map(([id, { title, summary }]) =>
      item('lesson', id, title, summary, synonyms.lesson[id]),
    ),
    ...TERMS.map(({ id }) =>
      item('term', id, term[id].name, term[id].definition, synonyms.term[id]),
    ),
    ...statements.flatMap((all) =>
      Object.entries(all).map(([id, is]) => item('entry', id, id, is)),
    ),
  ];
  const names = [
    ...Object.entries(pages).map(([id, { title }]) => ['lesson', id, title] as const),
    ...TERMS.map(({ id }) => ['term', id, term[id].name] as const),
  ];
  const found = searcher(items);
  const first = (kind: Item['kind'], wanted: string) =>
    found(wanted).find((one) => one.kind === kind)?.name;
  return { language, items, names, first };
});

/** For each lesson: queries for which it is the first result in every language of the interface. */
const QUERIES: Record<string, string> = {
  'kernel-regression':
    'query key value; 查询键值; 键值对; 鍵值對; gaussian kernel; 高斯核; over-smoothing; Nadaraya–Watson; what is attention; 注意力机制; bandwidths; 頻寬; 加权平均',
  softmax:
    'ｓｏｆｔｍａｘ; Softmäx; soft max; softmax函数; softmax函數; what is softmax?; softmax是什麼; temperature; 温度; logits; 归一化; Jacobian matrix; 雅可比矩陣',
  similarity: 'dot products; dot-product; 内积; 內積; QK内积; 點積; cosine similarity; 餘弦相似度',
  'query-key': 'token; embeddings; 词向量; 詞向量; QKV; Q矩阵; Q矩陣; projection; 秩; 對稱矩陣',
  scaling:
    'why sqrt d; why divide by sqrt d; Why do we divide by sqrt(d)?; why divide by √d; √d_k; 为什么除以根号d; 為什麼要除以根號 d？; 缩放; 縮放點積注意力; scaled dot-product attention; vanishing gradients; 变异数; 標準差',
  scoring:
    'bahdanau; additive attention; 加性注意力; score function; 分数函数; 注意力分數; hidden units',
  masking:
    'causal; causal attention; 因果掩码; 因果遮罩; 遮蔽; padding masks; teacher forcing; 教师强制; NaN; −∞; decoder; 自迴歸; autoregressive',
  'self-attention':
    'self attention; Self-Attention; selfattention; 自注意力; 自注意力机制; self-attention by hand; attention formula; 注意力公式',
  'multi-head':
    'cross attention; 交叉注意力; multihead; multi head attention; 多头; 多頭注意力机制; 参数量; 參數量; head dimension; encoder; 编码器; 編碼器; transformers; attention is all you need; why several heads; W_O; dropout',
  order:
    'positional encoding; position embedding; 位置编码; 位置編碼; 正弦位置编码; does attention know order; 语序; permutation invariance',
  block:
    'Transformer block; residual; residual connections; 残差; 残差连接; 殘差連接; residual stream; skip connection; rank collapse; 秩坍缩; 秩塌縮; feed-forward; feedforward; feed forward network; FFN; MLP; 前馈网络; 前饋網路; layer norm; LayerNorm; RMSNorm; 層歸一化; GELU',
  learning:
    'induction head; Induction-Heads; 归纳头; 歸納頭; 梯度下降; back propagation; 損失函數; language models',
  cost: 'KV cache; KV-cache; kvcache; KV缓存; KV 缓存; kv缓存; ＫＶ快取; KV 快取; FlashAttention; flash attention; Flash-Attention; O(n^2); O(n²); 注意力的复杂度; 顯存; long sequences',
};

describe.each(interfaces)('with the texts in $language', ({ items, first }) => {
  it.each(Object.entries(QUERIES))('the first lesson is %s for its queries', (lesson, queries) => {
    const wrong = queries.split('; ').filter((wanted) => first('lesson', wanted) !== lesson);
    expect(wrong).toEqual([]);
  });

  it.each(interfaces)('names in $language find lessons and terms', ({ names: wanted }) => {
    expect(wanted.filter(([kind, id, name]) => first(kind, name) !== id)).toEqual([]);
    expect(wanted.filter(([, , name]) => first('lesson', name) === undefined)).toEqual([]);
  });

  it('Traditional characters are those that `fold` knows', () => {
    const text = items.map((one) => `${one.title} ${one.text} ${one.alias}`).join('');
    const unknown = foreignCharacters(fold(text), 'zh-Hans');
    expect(unknown, 'missing in web/src/search/traditional.json').toEqual([]);
  });
});

it('synonyms belong to pages and terms that exist', () => {
  const pages = Object.keys(lessonNames(WEB_SOURCE, 'en'));
  expect(Object.keys(aliases).toSorted()).toEqual(pages.toSorted());
  const terms = TERMS.map(({ id }) => id as string);
  expect(Object.keys(termAliases).filter((id) => !terms.includes(id))).toEqual([]);
  const taught = Object.values(lessonTerms).flatMap((ids) => ids.split(', '));
  expect(taught.toSorted()).toEqual(terms.toSorted());
});

it('results that the reader’s language lacks are marked as English', async () => {
  const i18n = await createI18n('zh-Hant');
  await i18n.addCatalogue(GLOSSARY, loadTerms);
  const lessons: readonly Found[] = [
    { id: 'softmax', writtenIn: () => 'zh-Hant' },
    { id: 'masking', writtenIn: () => 'en' },
  ];
  const items = itemsOf(i18n, lessons, [], synonyms);
  const shown = (wanted: string) => {
    const found = items.find(({ name }) => name === wanted);
    return found && renderHtml(renderItem(found, i18n, () => {}));
  };
  expect(shown('softmax')).not.toContain('lang=');
  expect(shown('causal-mask')).not.toContain('lang=');
  expect(shown('masking')).toMatch(/<strong lang="en">.+<\/strong> <span lang="en">/);
});
