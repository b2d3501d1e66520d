/** Stands for a line break inside of pasted text while it is on the input line. */
export const pastedBreak = "↵";

const start = "\u001b[200~";
const end = "\u001b[201~";

/** Asks the terminal to mark pasted text. */
export const markPastes = "\u001b[?2004h";
export const markNoPastes = "\u001b[?2004l";

/**
 * Makes pasted text one line: takes the terminal's marks away and replaces the line breaks between them.
 *
 * @returns Called with each piece of input in order, gives what the line editor shall see. A piece may end in the
 * middle of a mark; the rest is expected in the next one.
 * @see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html#h2-Bracketed-Paste-Mode
 */
export function createPasteFilter(): (chunk: string) => string {
  let pasting = false;
  let carried = "";

  return (chunk) => {
    let rest = carried + chunk;
    let out = "";
    for (;;) {
      const mark = pasting ? end : start;
      const found = rest.indexOf(mark);
      if (found < 0) break;
      out += shown(rest.slice(0, found));
      rest = rest.slice(found + mark.length);
      pasting = !pasting;
    }
    const kept = openMark(rest);
    carried = rest.slice(rest.length - kept);
    return out + shown(rest.slice(0, rest.length - kept));
  };

  function shown(text: string): string {
    return pasting ? text.replace(/\r\n?|\n/g, pastedBreak).replace(/\t/g, "  ") : text;
  }

  /** Length of what cannot be judged yet at the end of a text. A lone Escape outside of a paste is a key. */
  function openMark(text: string): number {
    if (pasting && text.endsWith("\r")) return 1;
    const mark = pasting ? end : start;
    for (let length = Math.min(mark.length - 1, text.length); length >= (pasting ? 1 : 2); length--) {
      if (text.endsWith(mark.slice(0, length))) return length;
    }
    return 0;
  }
}
