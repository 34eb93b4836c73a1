// SPDX-License-Identifier: MIT
// The terms of the glossary, ordered so that each builds on earlier ones. Their names and definitions are in
// messages.<language>.json.

/** Element id of the popover that shows a single term. */
export const TERM_CARD = 'al-term';

export interface Term {
  readonly id: string;
  /** The English name. In other languages, it is shown after the name in that language. */
  readonly english: string;
  readonly symbol?: string;
  /**
   * The numbers that the term can be, such as "> 0", or the shape of its array. In shapes, m is the number of queries,
   * n the number of keys, d_k the number of components of a query or key, and d_v the number of components of a value.
   * Other vectors, such as an embedding, have d components.
   */
  readonly shape?: string;
}

export const TERMS = [
  { id: 'attention', english: 'attention' },
  { id: 'query', english: 'query', symbol: 'q, Q', shape: '(m, d_k)' },
  { id: 'key', english: 'key', symbol: 'k, K', shape: '(n, d_k)' },
  { id: 'value', english: 'value', symbol: 'v, V', shape: '(n, d_v)' },
  { id: 'score', english: 'score', symbol: 's, a', shape: '(m, n)' },
  { id: 'logit', english: 'logit', symbol: 'z, l', shape: '(m, n)' },
  { id: 'weight', english: 'weight', symbol: 'α, p', shape: '(m, n)' },
  { id: 'output', english: 'output', symbol: 'o, O', shape: '(m, d_v)' },
  { id: 'batch', english: 'batch' },
  { id: 'tensor', english: 'tensor' },
  { id: 'softmax', english: 'softmax', symbol: 'eᶻⁱ / Σ eᶻᵏ' },
  { id: 'streaming-attention', english: 'streaming attention' },
  { id: 'kv-cache', english: 'KV cache', symbol: 'K, V', shape: '(n, d_k + d_v)' },
  { id: 'temperature', english: 'temperature', symbol: 'T', shape: '> 0' },
  { id: 'kernel', english: 'kernel', symbol: 'K' },
  { id: 'kernel-regression', english: 'kernel regression', symbol: 'f(q)' },
  { id: 'bandwidth', english: 'bandwidth', symbol: 'σ', shape: '> 0' },
  { id: 'gaussian', english: 'Gaussian kernel', symbol: 'exp(−u²/2)' },
  { id: 'dot-product', english: 'dot product', symbol: 'q·k = Σ qᵢkᵢ' },
  { id: 'cosine', english: 'cosine', symbol: 'cos θ' },
  { id: 'scaled-dot-product', english: 'scaled dot product', symbol: 'q·k / √d_k' },
  { id: 'additive-score', english: 'additive score', symbol: 'v·tanh(W_q q + W_k k)' },
  { id: 'd_k', english: 'd_k', symbol: 'd_k, d' },
  { id: 'mask', english: 'mask', shape: '(m, n)' },
  { id: 'causal-mask', english: 'causal mask', symbol: 'j ≤ i', shape: '(m, n)' },
  { id: 'valid-length', english: 'valid length', shape: '0 … n' },
  { id: 'token', english: 'token' },
  { id: 'embedding', english: 'embedding', symbol: 'x', shape: '(d)' },
  { id: 'projection', english: 'projection', symbol: 'W', shape: '(d_k, d)' },
  { id: 'self-attention', english: 'self-attention' },
  { id: 'cross-attention', english: 'cross-attention', symbol: 'QKᵀ', shape: '(m, n)' },
  { id: 'equivariance', english: 'permutation equivariance', symbol: 'A(ΠX) = Π A(X)' },
  { id: 'positional-encoding', english: 'positional encoding', symbol: 'P', shape: '(n, d)' },
  { id: 'parameter', english: 'parameter', symbol: 'θ' },
  { id: 'bias', english: 'bias', symbol: 'b', shape: '(d)' },
  { id: 'head', english: 'head', symbol: 'O₁ … Oₕ', shape: '(m, d_v)' },
  { id: 'multi-head', english: 'multi-head attention' },
  { id: 'transformer', english: 'Transformer' },
  {
    id: 'residual-connection',
    english: 'residual connection',
    symbol: 'x + f(x)',
    shape: '(n, d)',
  },
  { id: 'layer-norm', english: 'layer norm', symbol: '(x − μ) / σ', shape: '(n, d)' },
  { id: 'feed-forward', english: 'feed-forward network', shape: '(n, d)' },
  { id: 'rank-collapse', english: 'rank collapse' },
  { id: 'symmetric-matrix', english: 'symmetric matrix', symbol: 'S = Sᵀ', shape: '(n, n)' },
  { id: 'eigenvalue', english: 'eigenvalue', symbol: 'λ' },
  { id: 'semi-definite', english: 'positive semi-definite', symbol: 'xᵀSx ≥ 0', shape: '(n, n)' },
  { id: 'bilinear-form', english: 'bilinear form', symbol: 'xᵀMy', shape: '(d, d)' },
  { id: 'rank', english: 'rank' },
  { id: 'jacobian', english: 'Jacobian', symbol: 'J', shape: '(n, n)' },
  { id: 'norm', english: 'norm', symbol: '‖·‖' },
  { id: 'gradient', english: 'gradient', symbol: '∂L/∂z' },
  { id: 'loss', english: 'loss', symbol: 'L' },
  { id: 'cross-entropy', english: 'cross entropy', symbol: '−ln pₜ' },
  { id: 'teacher-forcing', english: 'teacher forcing' },
  { id: 'dropout', english: 'dropout', symbol: 'p' },
  { id: 'entropy', english: 'entropy', symbol: 'H' },
  { id: 'mean', english: 'mean', symbol: 'μ, E' },
  { id: 'variance', english: 'variance', symbol: 'σ², Var' },
  { id: 'standard-deviation', english: 'standard deviation', symbol: 'σ' },
  { id: 'standardisation', english: 'standardisation', symbol: '(x − μ) / σ' },
  { id: 'z-score', english: 'z-score', symbol: 'z' },
  { id: 'skewness', english: 'skewness', symbol: 'E(z³)' },
  { id: 'kurtosis', english: 'kurtosis', symbol: 'E(z⁴)' },
  { id: 'normal-distribution', english: 'normal distribution', symbol: 'N(μ, σ²)' },
  { id: 'histogram', english: 'histogram' },
  { id: 'monte-carlo', english: 'Monte Carlo' },
  { id: 'seed', english: 'seed' },
  { id: 'ks-distance', english: 'KS distance', symbol: 'D' },
  { id: 'central-limit-theorem', english: 'central limit theorem' },
  { id: 'float32', english: 'float32' },
  { id: 'float64', english: 'float64' },
  { id: 'overflow', english: 'overflow', symbol: '∞' },
] as const satisfies readonly Term[];

export type TermId = (typeof TERMS)[number]['id'];
