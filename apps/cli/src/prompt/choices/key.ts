import { emitKeypressEvents, type Interface, type Key as RawKey } from "node:readline";
import { PassThrough } from "node:stream";

/** What a person pressed, as far as a list of choices cares. */
export type Key =
  /** One character. */
  | { readonly type: "text"; readonly text: string }
  /** A whole paste, line breaks included. */
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: NamedKey };

export type NamedKey =
  | "up"
  | "down"
  | "left"
  | "right"
  | "home"
  | "end"
  | "enter"
  | "escape"
  | "backspace"
  | "delete"
  | "delete-word"
  | "delete-line"
  /** Ctrl-C. */
  | "interrupt"
  /** Ctrl-D. */
  | "leave";

const named: Readonly<Record<string, NamedKey>> = {
  up: "up",
  down: "down",
  tab: "down",
  "shift tab": "up",
  "ctrl p": "up",
  "ctrl n": "down",
  left: "left",
  right: "right",
  "ctrl b": "left",
  "ctrl f": "right",
  home: "home",
  end: "end",
  "ctrl a": "home",
  "ctrl e": "end",
  return: "enter",
  enter: "enter",
  escape: "escape",
  backspace: "backspace",
  "ctrl h": "backspace",
  delete: "delete",
  "ctrl w": "delete-word",
  "ctrl u": "delete-line",
  "ctrl c": "interrupt",
  "ctrl d": "leave",
};

/** A lone Escape is a key when nothing followed it for so long; else it begins another key. */
const escapeAfterMs = 50;

/** Takes what a terminal sends, in pieces as they come, and calls the listener with each key. */
export function createKeyReader(listener: (key: Key) => void): (piece: string) => void {
  const input = new PassThrough({ encoding: "utf8" });
  // Of the interface it reads this one number; the rest of it is for the line that a real one edits.
  const interfaceOfKeys = { escapeCodeTimeout: escapeAfterMs } as unknown as Interface;
  emitKeypressEvents(input, interfaceOfKeys);
  let pasted: string | undefined;
  input.on("keypress", (text: string | undefined, key: RawKey) => {
    if (key.name === "paste-start") pasted = "";
    else if (key.name === "paste-end") {
      if (pasted) listener({ type: "paste", text: pasted });
      pasted = undefined;
    } else if (pasted !== undefined) pasted += text ?? "";
    else {
      const pressed = toKey(text, key);
      if (pressed) listener(pressed);
    }
  });
  return (piece) => {
    input.write(piece);
  };
}

function toKey(text: string | undefined, { name, ctrl, meta, shift }: RawKey): Key | undefined {
  const chord = ctrl ? `ctrl ${name}` : name === "tab" && shift ? "shift tab" : (name ?? "");
  const type = named[chord];
  if (type !== undefined && (!meta || type === "escape")) return { type };
  const isText = text !== undefined && !ctrl && !meta && text >= " " && text !== "\u007f";
  return isText ? { type: "text", text } : undefined;
}
