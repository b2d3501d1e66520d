import { StringDecoder } from "node:string_decoder";
import { harmlessText } from "../texts/harmless-text.ts";

const maxLines = 200;
const maxLineChars = 1_000;

/** The newest lines that a process wrote on stderr, made harmless. */
export interface StderrLines {
  lines(): readonly string[];
  take(piece: Buffer): void;
}

export function createStderrLines(): StderrLines {
  const kept: string[] = [];
  const decoder = new StringDecoder("utf8");
  let rest = "";
  return {
    lines: () =>
      rest.trim() === "" ? [...kept] : [...kept, harmlessText(rest, maxLineChars)].slice(-maxLines),
    take(piece) {
      // A carriage return alone begins a line anew, as progress bars do: the newest state of it is kept.
      const lines = (rest + decoder.write(piece)).split(/\r?\n/u);
      rest = (lines.pop() ?? "").slice(-maxLineChars);
      for (const line of lines) {
        const text = harmlessText(line.slice(line.lastIndexOf("\r") + 1), maxLineChars);
        if (text.trim() !== "") kept.push(text);
      }
      if (kept.length > maxLines) kept.splice(0, kept.length - maxLines);
    },
  };
}
