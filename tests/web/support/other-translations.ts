// SPDX-License-Identifier: MIT
import type { TermId } from '../../../web/src/glossary/terms.ts';

/**
 * For each glossary term: patterns of other common translations, which the texts must not use. Words that also have
 * another meaning in the texts are not listed.
 */
export const OTHER_TRANSLATIONS: Readonly<
  Partial<
    Record<TermId, { readonly 'zh-Hans': readonly string[]; readonly 'zh-Hant': readonly string[] }>
  >
> = {
  attention: {
    'zh-Hans': ['关注力', '专注力', '注意机制'],
    'zh-Hant': ['關注力', '專注力', '注意機制'],
  },
  query: {
    'zh-Hans': ['询问向量', '查询词向量', '搜索项'],
    'zh-Hant': ['詢問向量', '查詢詞向量', '搜尋項'],
  },
  key: {
    'zh-Hans': ['关键字', '关键词', '键值', '键码', '密钥'],
    'zh-Hant': ['關鍵字', '關鍵詞', '鍵值', '金鑰'],
  },
  value: { 'zh-Hans': ['价值', '值向量'], 'zh-Hant': ['價值', '值向量'] },
  score: { 'zh-Hans': ['评分', '打分', '得分值'], 'zh-Hant': ['評分', '打分', '得分值'] },
  logit: {
    'zh-Hans': ['对数几率', '逻辑值', '未归一化分数'],
    'zh-Hant': ['對數機率', '對數幾率', '邏輯值'],
  },
  weight: { 'zh-Hans': ['权值', '加权系数', '比重'], 'zh-Hant': ['權值', '加權係數', '比重'] },
  output: { 'zh-Hans': ['产出', '输出值向量'], 'zh-Hant': ['產出', '輸出值向量'] },
  softmax: {
    'zh-Hans': ['软最大', '柔性最大', '归一化指数函数'],
    'zh-Hant': ['軟最大', '柔性最大', '歸一化指數函數'],
  },
  kernel: {
    'zh-Hans': ['内核', '核心函数', '核方程'],
    'zh-Hant': ['內核', '核心函數', '核函式', '核方程'],
  },
  'kernel-regression': {
    'zh-Hans': ['内核回归', '核心回归'],
    'zh-Hant': ['核回歸', '內核迴歸', '回歸'],
  },
  bandwidth: { 'zh-Hans': ['频宽', '窗宽'], 'zh-Hant': ['頻寬', '窗寬'] },
  gaussian: {
    'zh-Hans': ['高斯内核', '高斯核心', '正态核'],
    'zh-Hant': ['高斯內核', '高斯核心', '常態核'],
  },
  'dot-product': {
    'zh-Hans': ['内积', '点乘', '数量积', '标量积'],
    'zh-Hant': ['內積', '點乘', '純量積', '數量積'],
  },
  cosine: { 'zh-Hans': ['馀弦'], 'zh-Hant': ['余弦', '餘旋'] },
  'scaled-dot-product': {
    'zh-Hans': ['放缩点积', '缩放内积', '比例点积'],
    'zh-Hant': ['縮放內積', '放縮點積', '比例點積'],
  },
  mask: {
    'zh-Hans': ['遮罩', '掩膜', '蒙版', '屏蔽'],
    'zh-Hant': ['掩碼', '掩膜', '蒙版', '屏蔽'],
  },
  'valid-length': { 'zh-Hans': ['合法长度', '有效位'], 'zh-Hant': ['合法長度', '有效位'] },
  token: {
    'zh-Hans': ['令牌', '代币', '标记符', '记号'],
    'zh-Hant': ['令牌', '權杖', '代幣', '標記符', '記號'],
  },
  embedding: { 'zh-Hans': ['内嵌', '嵌套向量', '词嵌'], 'zh-Hant': ['內嵌', '巢狀向量', '詞嵌'] },
  projection: { 'zh-Hans': ['投射', '投影变换矩阵'], 'zh-Hant': ['投射', '投影轉換矩陣'] },
  'symmetric-matrix': { 'zh-Hans': ['对称阵', '对称方阵'], 'zh-Hant': ['對稱陣', '對稱方陣'] },
  eigenvalue: { 'zh-Hans': ['本征值', '固有值'], 'zh-Hant': ['本徵值', '固有值', '特征值'] },
  jacobian: {
    'zh-Hans': ['雅克比', '雅各比', '雅可比阵(?!列)'],
    'zh-Hant': ['雅克比', '雅各比', '雅可比陣'],
  },
  norm: { 'zh-Hans': ['范式', '模长', '赋范'], 'zh-Hant': ['範式', '模長', '規範數'] },
  gradient: { 'zh-Hans': ['倾斜度', '坡度'], 'zh-Hant': ['傾斜度', '坡度'] },
  loss: {
    'zh-Hans': ['代价函数', '误差函数', '亏损'],
    'zh-Hant': ['代價函數', '誤差函數', '虧損', '損失函式'],
  },
  'cross-entropy': {
    'zh-Hans': ['互熵', '交互熵', '交差熵'],
    'zh-Hant': ['互熵', '交互熵', '交差熵'],
  },
  entropy: { 'zh-Hans': ['信息量', '资讯熵'], 'zh-Hant': ['資訊量', '信息熵'] },
  mean: { 'zh-Hans': ['平均数', '均数'], 'zh-Hant': ['平均數', '(?<!平)均值', '均數'] },
  variance: { 'zh-Hans': ['变异数', '变方'], 'zh-Hant': ['方差', '變方'] },
  'standard-deviation': { 'zh-Hans': ['标准偏差', '均方差'], 'zh-Hant': ['標準偏差', '均方差'] },
  standardisation: {
    'zh-Hans': ['正规化', '规范化', '标准归一'],
    'zh-Hant': ['歸一化', '規範化', '標準歸一'],
  },
  'z-score': { 'zh-Hans': ['z 值', 'Z 分', '标准分数'], 'zh-Hant': ['z 值', 'Z 分', '標準分數'] },
  skewness: { 'zh-Hans': ['偏态', '偏斜度', '歪度'], 'zh-Hant': ['偏態', '偏斜度', '歪度'] },
  kurtosis: { 'zh-Hans': ['峰态', '峭度', '尖度'], 'zh-Hant': ['峰態', '峭度', '尖度'] },
  'normal-distribution': {
    'zh-Hans': ['常态分布', '高斯分布', '正规分布', '正态分佈'],
    'zh-Hant': ['正態', '高斯分布', '正規分布', '分佈'],
  },
  histogram: {
    'zh-Hans': ['柱状图', '频率图', '矩形图'],
    'zh-Hant': ['柱狀圖', '頻率圖', '矩形圖'],
  },
  'monte-carlo': { 'zh-Hans': ['蒙特卡洛', '蒙地卡罗'], 'zh-Hant': ['蒙特卡', '蒙地卡洛'] },
  seed: { 'zh-Hans': ['随机数种子', '乱数'], 'zh-Hant': ['隨機種子', '隨機數種子'] },
  'ks-distance': { 'zh-Hans': ['K-S', '科尔莫', '柯尔莫'], 'zh-Hant': ['K-S', '科爾莫', '柯爾莫'] },
  'central-limit-theorem': {
    'zh-Hans': ['中央极限', '中心极限定律'],
    'zh-Hant': ['中心極限', '中央極限定律'],
  },
  float32: { 'zh-Hans': ['单精度'], 'zh-Hant': ['單精度'] },
  float64: { 'zh-Hans': ['双精度'], 'zh-Hant': ['雙精度'] },
  overflow: { 'zh-Hans': ['溢位', '上溢'], 'zh-Hant': ['溢出', '上溢'] },
};
