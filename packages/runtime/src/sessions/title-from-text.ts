import { shorten } from "./summarize-text.ts";

const maxChars = 60;
const greeting =
  /^(?:hi|hello|hey|hallo|moin|servus|guten (?:tag|morgen|abend)|bonjour|salut|hola|buenas|ciao|olá|привет|здравствуйте|你好|您好|こんにちは|안녕하세요|مرحبا|नमस्ते|สวัสดี)(?:\s+(?:there|hermes|zusammen))?\s*[!,.:;…。！、，]*\s*/iu;

/** A title from what a person asked first: its first sentence without the greeting; undefined when nothing is left. */
export function titleFromText(text: string): string | undefined {
  const line = text.slice(0, 2_000).replace(/\s+/gu, " ").trim();
  const said = line.replace(greeting, "").trim();
  const [first] = [...new Intl.Segmenter(undefined, { granularity: "sentence" }).segment(said)];
  const title = shorten(first?.segment ?? "", maxChars).replace(/[.。:：,，;；]+$/u, "");
  return title === "" ? undefined : title.slice(0, 1).toLocaleUpperCase("und") + title.slice(1);
}
