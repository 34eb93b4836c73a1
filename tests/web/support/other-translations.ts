// SPDX-License-Identifier: MIT
import type { TermId } from '../../../web/src/glossary/terms.ts';

/**
 * For each glossary term: other common translations into Simplified and Traditional Chinese, which the texts must not
 * use. Words that also have another meaning in the texts are not listed.
 */
export const OTHER_TRANSLATIONS: Readonly<
  Partial<Record<TermId, readonly [simplified: RegExp, traditional: RegExp]>>
> = {
  attention: [/关注力|专注力|注意机制/u, /關注力|專注力|注意機制/u],
  query: [/询问向量|查询词向量|搜索项/u, /詢問向量|查詢詞向量|搜尋項/u],
  key: [/关键字|关键词|键值|键码|密钥/u, /關鍵字|關鍵詞|鍵值|金鑰/u],
  value: [/价值|值向量/u, /價值|值向量/u],
  score: [/评分|打分|得分值/u, /評分|打分|得分值/u],
  logit: [/对数几率|逻辑值|未归一化分数/u, /對數機率|對數幾率|邏輯值/u],
  weight: [/权值|加权系数|比重/u, /權值|加權係數|比重/u],
  output: [/产出|输出值向量/u, /產出|輸出值向量/u],
  softmax: [/软最大|柔性最大|归一化指数函数/u, /軟最大|柔性最大|歸一化指數函數/u],
  kernel: [/内核|核心函数|核方程/u, /內核|核心函數|核函式|核方程/u],
  'kernel-regression': [/内核回归|核心回归/u, /核回歸|內核迴歸|回歸/u],
  bandwidth: [/频宽|窗宽/u, /頻寬|窗寬/u],
  gaussian: [/高斯内核|高斯核心|正态核/u, /高斯內核|高斯核心|常態核/u],
  'dot-product': [/内积|点乘|数量积|标量积/u, /內積|點乘|純量積|數量積/u],
  cosine: [/馀弦/u, /余弦|餘旋/u],
  'scaled-dot-product': [/放缩点积|缩放内积|比例点积/u, /縮放內積|放縮點積|比例點積/u],
  mask: [/遮罩|掩膜|蒙版|屏蔽/u, /掩碼|掩膜|蒙版|屏蔽/u],
  'valid-length': [/合法长度|有效位/u, /合法長度|有效位/u],
  token: [/令牌|代币|标记符|记号/u, /令牌|權杖|代幣|標記符|記號/u],
  embedding: [/内嵌|嵌套向量|词嵌/u, /內嵌|巢狀向量|詞嵌/u],
  projection: [/投射|投影变换矩阵/u, /投射|投影轉換矩陣/u],
  'symmetric-matrix': [/对称阵|对称方阵/u, /對稱陣|對稱方陣/u],
  eigenvalue: [/本征值|固有值/u, /本徵值|固有值|特征值/u],
  jacobian: [/雅克比|雅各比|雅可比阵(?!列)/u, /雅克比|雅各比|雅可比陣/u],
  norm: [/范式|模长|赋范/u, /範式|模長|規範數/u],
  gradient: [/倾斜度|坡度/u, /傾斜度|坡度/u],
  loss: [/代价函数|误差函数|亏损/u, /代價函數|誤差函數|虧損|損失函式/u],
  'cross-entropy': [/互熵|交互熵|交差熵/u, /互熵|交互熵|交差熵/u],
  entropy: [/信息量|资讯熵/u, /資訊量|信息熵/u],
  mean: [/平均数|均数/u, /平均數|(?<!平)均值|均數/u],
  variance: [/变异数|变方/u, /方差|變方/u],
  'standard-deviation': [/标准偏差|均方差/u, /標準偏差|均方差/u],
  standardisation: [/正规化|规范化|标准归一/u, /歸一化|規範化|標準歸一/u],
  'z-score': [/z 值|Z 分|标准分数/u, /z 值|Z 分|標準分數/u],
  skewness: [/偏态|偏斜度|歪度/u, /偏態|偏斜度|歪度/u],
  kurtosis: [/峰态|峭度|尖度/u, /峰態|峭度|尖度/u],
  'normal-distribution': [/常态分布|高斯分布|正规分布|正态分佈/u, /正態|高斯分布|正規分布|分佈/u],
  histogram: [/柱状图|频率图|矩形图/u, /柱狀圖|頻率圖|矩形圖/u],
  'monte-carlo': [/蒙特卡洛|蒙地卡罗/u, /蒙特卡|蒙地卡洛/u],
  seed: [/随机数种子|乱数/u, /隨機種子|隨機數種子/u],
  'ks-distance': [/K-S|科尔莫|柯尔莫/u, /K-S|科爾莫|柯爾莫/u],
  'central-limit-theorem': [/中央极限|中心极限定律/u, /中心極限|中央極限定律/u],
  float32: [/单精度/u, /單精度/u],
  float64: [/双精度/u, /雙精度/u],
  overflow: [/溢位|上溢/u, /溢出|上溢/u],
};
