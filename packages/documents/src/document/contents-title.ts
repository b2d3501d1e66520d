const titles: Readonly<Record<string, string>> = {
  ar: "المحتويات",
  de: "Inhalt",
  en: "Contents",
  es: "Índice",
  fa: "فهرست",
  fr: "Table des matières",
  he: "תוכן העניינים",
  it: "Indice",
  ja: "目次",
  ko: "목차",
  nl: "Inhoud",
  pl: "Spis treści",
  pt: "Índice",
  ru: "Содержание",
  sv: "Innehåll",
  tr: "İçindekiler",
  uk: "Зміст",
  zh: "目录",
};

/** What stands above the contents, in the language of the document. */
export function contentsTitle(lang: string): string {
  if (/^zh-(?:tw|hk|hant)/i.test(lang)) return "目錄";
  return titles[lang.split("-")[0]?.toLowerCase() ?? ""] ?? "Contents";
}
