/** Scripts with the voice of espeak-ng that reads most of their texts; kana are before Han, which Japanese has, too. */
const voices: readonly (readonly [pattern: RegExp, voice: string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Han}/u, "cmn"],
  [/\p{Script=Hangul}/u, "ko"],
  [/\p{Script=Arabic}/u, "ar"],
  [/\p{Script=Hebrew}/u, "he"],
  [/\p{Script=Cyrillic}/u, "ru"],
  [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Devanagari}/u, "hi"],
];

/** The voice for a text where nobody chose one: by its script. */
export function voiceOfText(text: string): string {
  return voices.find(([pattern]) => pattern.test(text))?.[1] ?? "en";
}
