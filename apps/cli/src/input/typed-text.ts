import { decodePrintableKey, matchesKey } from "@earendil-works/pi-tui/dist/keys.js";

/** What a key types; undefined: it is one that does something else. */
export function typedText(key: string): string | undefined {
  const printable = decodePrintableKey(key) ?? (key.startsWith("\u001b") || isControl(key) ? undefined : key);
  // What comes without being a key, such as a paste that the terminal did not mark, has no controls for the screen.
  return printable?.replace(unwanted, "").replace(/[\u2028\u2029]/g, "\n");
}

export function isLineBreak(key: string): boolean {
  return (
    key === "\n" ||
    matchesKey(key, "ctrl+j") ||
    matchesKey(key, "shift+enter") ||
    matchesKey(key, "alt+enter")
  );
}

function isControl(key: string): boolean {
  return key < " " || key.startsWith("\u007f");
}

/** Controls but line break and tab, and halves of characters. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const unwanted =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Terminals send a return for a line break, and some send keys for controls. */
export function pastedText(pasted: string): string {
  // oxlint-disable-next-line no-control-regex -- as tmux writes a control
  const decoded = pasted.replace(/\u001b\[(\d+);5u/g, (whole, code: string) => {
    const number = Number(code);
    return number >= 97 && number <= 122 ? String.fromCharCode(number - 96) : whole;
  });
  return decoded.replace(/\r\n?/g, "\n");
}
