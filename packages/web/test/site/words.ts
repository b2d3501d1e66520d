// Text that is the same in every run: sentences of plain words, each with a number of its own, so that it can be found again.

const wordsOf = {
  en: "river market council bridge engine harvest letter window garden winter signal museum teacher planet coffee railway camera forest island bakery pilot mirror budget lantern library meadow harbour chimney compass orchard",
  de: "Fluss Markt Brücke Straße Gärtner Lösung Käse Schule Wälder Größe Türme Öfen Übung Äpfel Müller Häuser",
  ru: "река рынок мост письмо окно сад зима музей учитель планета кофе лес остров пекарня зеркало фонарь",
  ja: "川 市場 橋 手紙 窓 庭 冬 博物館 先生 惑星 森 島 鏡 図書館 港 羅針盤",
  zh: "河流 市场 桥梁 信件 窗户 花园 冬天 博物馆 老师 行星 森林 岛屿 镜子 图书馆 港口 指南针",
  ar: "نهر سوق جسر رسالة نافذة حديقة شتاء متحف معلم كوكب قهوة غابة جزيرة مرآة مكتبة ميناء",
  el: "ποτάμι αγορά γέφυρα γράμμα παράθυρο κήπος χειμώνας μουσείο δάσκαλος πλανήτης δάσος νησί",
} as const;

export type Language = keyof typeof wordsOf;

export interface Words {
  sentence(count?: number): string;
  /** Several sentences. */
  paragraph(sentences?: number): readonly string[];
  title(): string;
}

/** @param seed Another one gives other sentences. */
export function words(seed: number, language: Language = "en"): Words {
  const list: readonly string[] = wordsOf[language].split(" ");
  let state = seed * 2_654_435_761 + 1;
  let number = 0;
  const next = (): string => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[Math.floor((state / 2_147_483_648) * list.length)] ?? "";
  };
  const some = (count: number): string => Array.from({ length: count }, next).join(" ");
  const sentence = (count = 14): string => `${some(count)} ${seed}x${(number += 1)}.`;
  return {
    sentence,
    paragraph: (sentences = 4) => Array.from({ length: sentences }, () => sentence()),
    title: () => `${some(4)} ${seed}`,
  };
}
