import { control } from "./guard-output.ts";

/** Terminals take no more at once, and say nothing of it. */
const maxBytes = 74_994;

/**
 * Hands text to the clipboard of the terminal, also through ssh.
 *
 * @returns Why it could not be; undefined where the terminal was told. Whether it obeyed, no terminal says.
 * @see https://invisible-island.net/xterm/ctlseqs/ctlseqs.html (OSC 52)
 */
export function copyToClipboard(output: NodeJS.WritableStream, text: string): string | undefined {
  const bytes = Buffer.from(text);
  if (bytes.length > maxBytes)
    return "It is too long for the clipboard of a terminal. Write it to a file: /export";
  control(output, `\u001b]52;c;${bytes.toString("base64")}\u0007`);
  return undefined;
}
