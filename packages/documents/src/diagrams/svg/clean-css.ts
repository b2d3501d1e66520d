/** Takes out whatever could load something. What refers into the drawing stays. */
export function cleanCss(css: string): string {
  return (
    css
      // What is taken out leaves a space: what stands around it must not become one word.
      .replaceAll(/\/\*[^]*?(\*\/|$)/g, " ")
      // Names may be written with escapes.
      .replaceAll("\\", " ")
      // An address may hold a semicolon.
      .replaceAll(/@import\s*(?:url\([^)]*\)?|"[^"]*"?|'[^']*'?)?[^;{}]*;?/gi, " ")
      .replaceAll(/@(font-face|namespace|charset)[^;{}]*(\{[^}]*\}?|;)?/gi, " ")
      .replaceAll(/url\(([^)]*)\)?/gi, (whole, written: string) => {
        const address = written.replaceAll(/^\s*["']?|["']?\s*$/g, "");
        return /^#[\w:.-]+$/.test(address) && whole.endsWith(")") ? `url(${address})` : "none";
      })
      .replaceAll(/(?:-webkit-)?(?:image-set|cross-fade|image|src|element)\(/gi, "none(")
      .replaceAll(/javascript:|expression\(|-moz-binding/gi, "none")
  );
}
