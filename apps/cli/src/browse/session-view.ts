import { decodePrintableKey, isKeyRelease, parseKey } from "@earendil-works/pi-tui/dist/keys.js";
import type { SessionRecord, State } from "@hermes/state";
import { basename } from "node:path";
import { PickList } from "../input/pick-list.ts";
import { columnsOf, fit, oneLine } from "../render/fit.ts";
import { titleOf } from "../render/session-lines.ts";
import type { Style } from "../render/style.ts";
import type { Frame, Size } from "../screen/picture.ts";
import type { OpenQuestion, QuestionView } from "../screen/question-view.ts";
import { ageOf } from "./age-of.ts";
import { previewLines } from "./preview-lines.ts";
import { SessionFinder } from "./session-finder.ts";

export interface SessionViewOptions {
  readonly state: Pick<State, "sessions" | "search" | "window">;
  /** The folder that the person is in. */
  readonly folder: string;
  readonly style: Style;
  readonly redraw: () => void;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The id of a session; or why there is none: Escape, Ctrl-C. */
export type Picked =
  | { readonly type: "session"; readonly id: string }
  | { readonly type: "skip" | "interrupt" };

/** Sessions to look through and to search as one types. */
export function openSessionView(options: SessionViewOptions): OpenQuestion<Picked> {
  const view = new SessionView(options);
  return { view, answered: view.answered };
}

const pasteMarks = /^\u001b\[200~|\u001b\[201~$/g;
/** From so many rows on there is room for a preview. */
const previewFromRows = 16;
const previewRows = 4;
const mostRows = 15;

class SessionView implements QuestionView {
  readonly answered: Promise<Picked>;
  readonly #options: SessionViewOptions;
  #resolve: (picked: Picked) => void = () => {};
  #finder: SessionFinder;
  #typed = "";
  #isHere: boolean;
  #at = 0;
  #pageRows = 10;
  #picked: Picked | undefined;
  #preview: { readonly id: string; readonly window: ReturnType<State["window"]> } | undefined;

  constructor(options: SessionViewOptions) {
    this.answered = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#options = options;
    const { state, folder } = options;
    this.#isHere = state.sessions.latest({ cwd: folder, oneShots: false }) !== undefined;
    this.#finder = this.#find();
  }

  frame({ columns, rows }: Size): Frame {
    const { style } = this.#options;
    const width = Math.max(12, columns - 1);
    const preview = rows >= previewFromRows ? previewRows : 0;
    this.#pageRows = Math.max(1, Math.min(mostRows, rows - 4 - (preview > 0 ? preview + 1 : 0)));
    this.#finder.read(this.#at + this.#pageRows + 1);
    const found = this.#finder.rows;
    const list = new PickList(found, (session) => this.#rowOf(session, width));
    list.move(this.#at);
    const head = "search: ";
    let typed = this.#typed;
    while (columnsOf(typed) > width - head.length - 1) typed = [...typed].slice(1).join("");
    const where = this.#isHere ? "of this folder" : "of all folders";
    const listed = list.lines({ columns: width, rows: this.#pageRows, style });
    return {
      lines: [
        style.cyan(fit(`? Conversations ${where}`, width)),
        style.dim(head) + typed,
        ...(listed.length > 0 ? listed : [style.dim(fit("  nothing found", width))]),
        ...this.#previewOf(found[this.#at], { columns: width, rows: preview }),
        style.dim(
          fit(
            `  ↑↓ · Enter resumes · Tab ${this.#isHere ? "all folders" : "this folder"} · Esc leaves`,
            width,
          ),
        ),
      ],
      caret: { row: 1, column: Math.min(width, head.length + columnsOf(typed)) },
    };
  }

  press(sequence: string): void {
    if (this.#picked !== undefined) return;
    if (pasteMarks.test(sequence))
      return this.#search(this.#typed + oneLine(sequence.replace(pasteMarks, "")));
    if (isKeyRelease(sequence)) return;
    switch (parseKey(sequence)) {
      case "escape":
        return this.#typed === "" ? this.#end({ type: "skip" }) : this.#search("");
      case "ctrl+c":
        return this.#end({ type: "interrupt" });
      case "ctrl+d":
        return this.#typed === "" ? this.#end({ type: "skip" }) : undefined;
      case "enter": {
        const session = this.#finder.rows[this.#at];
        return session === undefined ? undefined : this.#end({ type: "session", id: session.id });
      }
      case "up":
      case "ctrl+p":
        return this.#move(-1);
      case "down":
      case "ctrl+n":
        return this.#move(1);
      case "pageUp":
        return this.#move(-this.#pageRows);
      case "pageDown":
        return this.#move(this.#pageRows);
      case "tab":
        this.#isHere = !this.#isHere;
        return this.#search(this.#typed);
      case "backspace":
        return this.#search([...this.#typed].slice(0, -1).join(""));
      case "ctrl+u":
        return this.#search("");
      case "ctrl+w":
        return this.#search(this.#typed.replace(/\S*\s*$/, ""));
      default: {
        const text = decodePrintableKey(sequence) ?? sequence;
        // oxlint-disable-next-line no-control-regex -- what has one of these is no text
        if (text !== "" && !/[\u0000-\u001f\u007f-\u009f]/.test(text)) this.#search(this.#typed + text);
      }
    }
  }

  settled(columns: number): readonly string[] {
    const { style } = this.#options;
    if (this.#picked?.type !== "session") return [style.dim("– No conversation was chosen.")];
    const session = this.#finder.rows[this.#at];
    return session === undefined
      ? []
      : [`${style.green("✓")} ${fit(titleOf(session), Math.max(12, columns - 3))}`];
  }

  #rowOf(session: SessionRecord, width: number) {
    const { model, platform, cwd, lastActiveAt, messageCount } = session;
    const facts = [
      ageOf(lastActiveAt, this.#options.now),
      ...(this.#isHere || cwd === undefined ? [] : [basename(cwd)]),
      ...(platform === "cli" ? [] : [platform]),
      `${messageCount} msg`,
      ...(width < 70 ? [] : [model]),
    ];
    return { label: titleOf(session), summary: facts.join(" · ") };
  }

  #previewOf(session: SessionRecord | undefined, space: Size): readonly string[] {
    if (space.rows === 0 || session === undefined) return [];
    const { style, state } = this.#options;
    if (this.#preview?.id !== session.id)
      this.#preview = {
        id: session.id,
        window: state.window(session.id, { around: "last", before: 30, after: 0 }),
      };
    const lines = previewLines(this.#preview.window, space);
    return lines.length === 0 ? [] : ["", ...lines.map(style.dim)];
  }

  #move(by: number): void {
    this.#finder.read(this.#at + Math.abs(by) + this.#pageRows);
    this.#at = Math.max(0, Math.min(this.#at + by, this.#finder.rows.length - 1));
    this.#options.redraw();
  }

  #search(typed: string): void {
    this.#typed = typed;
    this.#at = 0;
    this.#finder = this.#find();
    this.#options.redraw();
  }

  #find(): SessionFinder {
    const { state, folder } = this.#options;
    return new SessionFinder(state, { typed: this.#typed, folder: this.#isHere ? folder : undefined });
  }

  #end(picked: Picked): void {
    this.#picked = picked;
    this.#resolve(picked);
  }
}
