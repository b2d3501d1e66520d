/**
 * Escapes what is left of other letters: esbuild does so in texts, but not in regular expressions. One such letter
 * makes V8 keep the whole file with two bytes per character.
 */
export function onlyAscii(code: string): string {
  return code.replace(
    /[^\u0000-\u007f]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
