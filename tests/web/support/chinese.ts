// SPDX-License-Identifier: MIT

// Characters of Simplified and of Traditional Chinese, which reveal a text in the wrong script. `inBoth` excludes the
// characters that both scripts use, such as 后.
const SIMPLIFIED =
  '权询键维缩归损层变换单双门开关问间闭阅读语说话误调试词译训练样数据显图线点动态输实验证对错题应该' +
  '这个们时为会学习网络联连续选择项页标签签记录复制贴现观测较优仅从众与产两严丧临举义乌乐习乡书买乱争于亏云亚' +
  '亲亿仅伟传伤伦侧务劳势华协卖卫厂厅历压厌县双发变号叶听启员响围园圆场坏块坚坛坠垒执扩扫扬扰报择掷携' +
  '断旧昼显术机杀条来极构标栏树桥梦检横欢残毁气汇汉沟没泽洁浅济浓涛润涨渐湿灭灯灵灾炉热爱独狭现环球电疗' +
  '监盖盘础确离种积称稳窃竞笔简类粮紧红纤约级纪纯纲纳纵纷纸纹纺组细终经结绕绘给统绝继绩绪维绿缓编缘缺罗罚' +
  '职聪肃胜脑脚艺节苏范荐获营虑虽蚀补裤览觉触誉计订认讨让议讯许论设访评识诉诊译试诗诚详课谁谈谢谨货质贫费' +
  '资赋赏赖赛赞趋践车转轮软轴载辅输边达过运还进远违迟适逻遗邮释针钟钢钱铁银链错键镜长闲闻阶阳阴阵际陆陈险随' +
  '隐难雾静韩页顶顺须预领频颜额风飞饥饭饮驱驶验鸟鸡麦黄齐龙';
const TRADITIONAL =
  '權詢鍵維縮歸損層變換單雙門開關問間閉閱讀語說話誤調試詞譯訓練樣數據顯圖線點動態輸實驗證對錯題應該' +
  '這個們時為會學習網絡聯連續選擇項頁標籤簽記錄複製貼現觀測較優僅從眾與產兩嚴喪臨舉義烏樂習鄉書買亂爭於虧雲亞' +
  '親億僅偉傳傷倫側務勞勢華協賣衛廠廳歷壓厭縣雙發變號葉聽啟員響圍園圓場壞塊堅壇墜壘執擴掃揚擾報擇擲攜' +
  '斷舊晝顯術機殺條來極構標欄樹橋夢檢橫歡殘毀氣匯漢溝沒澤潔淺濟濃濤潤漲漸濕滅燈靈災爐熱愛獨狹現環球電療' +
  '監蓋盤礎確離種積稱穩竊競筆簡類糧緊紅纖約級紀純綱納縱紛紙紋紡組細終經結繞繪給統絕繼績緒維綠緩編緣缺羅罰' +
  '職聰肅勝腦腳藝節蘇範薦獲營慮雖蝕補褲覽覺觸譽計訂認討讓議訊許論設訪評識訴診譯試詩誠詳課誰談謝謹貨質貧費' +
  '資賦賞賴賽讚趨踐車轉輪軟軸載輔輸邊達過運還進遠違遲適邏遺郵釋針鐘鋼錢鐵銀鏈錯鍵鏡長閒聞階陽陰陣際陸陳險隨' +
  '隱難霧靜韓頁頂順須預領頻顏額風飛飢飯飲驅駛驗鳥雞麥黃齊龍' +
  '後裡乾幹臺幾餘鬆衝準鬥隻麵穀';

/** Characters of Traditional Chinese that are also the simplified forms of other characters. */
const SHARED = '云于制几台后里干只系面谷余松发冲准斗';

const inBoth = new Set(
  [...SIMPLIFIED].filter((character) => TRADITIONAL.includes(character)).join('') + SHARED,
);

const TELLTALES: Readonly<Record<string, ReadonlySet<string>>> = {
  'zh-Hans': new Set([...TRADITIONAL].filter((character) => !inBoth.has(character))),
  'zh-Hant': new Set([...SIMPLIFIED].filter((character) => !inBoth.has(character))),
};

/**
 * The characters in a text that its language does not use: Traditional characters in zh-Hans, Simplified ones in
 * zh-Hant, and Chinese characters in any other language.
 */
export function foreignCharacters(text: string, language: string): string[] {
  const telltales = TELLTALES[language];
  const foreign = (character: string) =>
    telltales ? telltales.has(character) : /\p{Script=Han}/u.test(character);
  return [...new Set(text)].filter(foreign);
}
