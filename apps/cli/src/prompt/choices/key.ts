import { decodePrintableKey, isKeyRelease, parseKey } from "@earendil-works/pi-tui/dist/keys.js";

/** What a person pressed, as far as a list of choices cares. */
export type Key =
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
  "shift+tab": "up",
  "ctrl+p": "up",
  "ctrl+n": "down",
  left: "left",
  right: "right",
  "ctrl+b": "left",
  "ctrl+f": "right",
  home: "home",
  end: "end",
  "ctrl+a": "home",
  "ctrl+e": "end",
  enter: "enter",
  escape: "escape",
  backspace: "backspace",
  "ctrl+h": "backspace",
  delete: "delete",
  "ctrl+w": "delete-word",
  "alt+backspace": "delete-word",
  "ctrl+u": "delete-line",
  "ctrl+c": "interrupt",
  "ctrl+d": "leave",
};

const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/**
 * What one sequence of the terminal means: a key in the forms of old and new terminals, text, or a paste between its
 * marks. Undefined: nothing here.
 */
export function keyOf(sequence: string): Key | undefined {
  if (sequence.startsWith(pasteStart))
    return { type: "paste", text: sequence.slice(pasteStart.length).replace(pasteEnd, "") };
  const type = named[parseKey(sequence) ?? ""];
  if (type !== undefined) return { type };
  const text = decodePrintableKey(sequence) ?? sequence;
  return isPrintable(text) ? { type: "text", text } : undefined;
}

/** Whether it says that a key was let go, which means nothing. */
export function isRelease(sequence: string): boolean {
  return !sequence.startsWith(pasteStart) && isKeyRelease(sequence);
}

function isPrintable(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- what has one of these is no text
  return text !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(text);
}
