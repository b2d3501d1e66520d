import { isKeyRelease, matchesKey } from "@earendil-works/pi-tui/dist/keys.js";
import type { AgentInput } from "@hermes/agent-loop";
import type { HistoryEntry, InputHistory } from "../prompt/input-history.ts";
import { cleanText } from "../render/clean-text.ts";
import { columnsOf, oneLine } from "../render/fit.ts";
import type { Style } from "../render/style.ts";
import type { Frame, Size } from "../screen/picture.ts";
import { Attachments, isLongPaste } from "./attachments.ts";
import type { CompletionSources } from "./completion.ts";
import { CompletionMenu } from "./completion-menu.ts";
import { HistorySearch } from "./history-search.ts";
import { HistoryWalk } from "./history-walk.ts";
import { ownCommandIn } from "./own-commands.ts";
import { droppedImages, type ImageResult, type ImageSource } from "./read-image.ts";
import type { SavedPastes } from "./saved-pastes.ts";
import { TextArea, type TextPiece } from "./text-area.ts";
import { isLineBreak, pastedText, typedText } from "./typed-text.ts";

/** What a key asks of the session. */
export type EditorAction =
  /** `text` as it stood on the line, for showing; `input` with pastes in full and with images. */
  | { readonly type: "submit"; readonly text: string; readonly input: AgentInput }
  /** A command of the person's own: what stands behind `!`. */
  | { readonly type: "own-command"; readonly command: string }
  /** Ctrl-C on an empty line. */
  | { readonly type: "interrupt" }
  /** Ctrl-D on an empty line. */
  | { readonly type: "end" }
  /** Esc where no list is open. */
  | { readonly type: "escape" }
  /** Ctrl-Z. */
  | { readonly type: "suspend" }
  /** Ctrl-O where the caret stands beside no paste. */
  | { readonly type: "unfold" }
  /** Ctrl-L. */
  | { readonly type: "redraw" }
  /** Ctrl-G: `editOutside(editor.expandedText, …)`, then `setText`. */
  | { readonly type: "edit-outside" };

export interface PromptEditorOptions {
  readonly style: Style;
  /** In front of the text, such as `plan › `. @default "› " */
  readonly sign?: (() => string) | undefined;
  readonly history: Pick<InputHistory, "entries" | "add">;
  readonly pastes: SavedPastes;
  readonly images: ImageSource;
  /** Whether the model takes images; undefined where that is not known. */
  readonly takesImages: () => boolean | undefined;
  readonly completions: CompletionSources;
  /** Something has changed that no key brought, such as a list that was found. */
  readonly redraw: () => void;
  /** Tells the person something, above the input. */
  readonly remark: (text: string) => void;
}

const menuRows = 8;
const noImages = "This model takes no images. Choose one that does with /model, or leave the image out.";

/** The line at which a person types: keys and pastes in, a frame and actions out. */
export class PromptEditor {
  readonly #options: PromptEditorOptions;
  readonly #area = new TextArea();
  readonly #attachments: Attachments;
  readonly #walk: HistoryWalk;
  readonly #menu: CompletionMenu;
  #search: HistorySearch | undefined;
  #size: Size = { columns: 80, rows: 24 };
  /** The first half of Ctrl-X Ctrl-E was pressed. */
  #afterCtrlX = false;
  /** The key has put another text there: no list goes on from it. */
  #replaced = false;

  constructor(options: PromptEditorOptions) {
    this.#options = options;
    this.#attachments = new Attachments(options.pastes);
    this.#walk = new HistoryWalk(options.history.entries);
    this.#menu = new CompletionMenu(options.completions, options.redraw);
  }

  /** As it stands on the line: long pastes and images are labels. */
  get text(): string {
    return this.#area.text;
  }

  /** With all pastes in full. */
  get expandedText(): string {
    return this.#attachments.expand(this.#area.pieces);
  }

  /** Takes the place of what was typed; the caret is at its end. Can be undone. */
  setText(text: string): void {
    this.#menu.close();
    this.#search = undefined;
    this.#area.text = text;
  }

  /** Puts words at the caret, apart from those beside it. Can be undone. */
  insert(words: string): void {
    const { before, after } = this.#area.around;
    const gap = (isApart: boolean): string => (isApart ? "" : " ");
    this.#menu.close();
    this.#area.insert(
      gap(/(?:^|\s)$/.test(before)) + cleanText(words) + gap(after === "" || /^[\s.,;:!?)]/.test(after)),
    );
  }

  frame(size: Size): Frame {
    this.#size = size;
    const { columns, rows } = size;
    const { style } = this.#options;
    const { sign, text } = this.#layOut();
    // Whoever has few rows sees the line with the caret.
    const most = Math.max(1, rows - 1);
    const from = Math.max(0, Math.min(text.caret.row - most + 1, text.lines.length - most));
    const lines = text.lines.slice(from, from + most).map((line, row) => {
      const first = from + row === 0 && text.above === 0;
      return (
        (first ? sign : columnsOf(sign) < 2 ? "" : `${" ".repeat(columnsOf(sign) - 2)}${style.dim("…")} `) +
        line
      );
    });
    const caret = {
      row: text.caret.row - from,
      column: Math.min(columns - 1, columnsOf(sign) + text.caret.column),
    };
    const room = Math.min(menuRows, most - lines.length);
    const below = { columns, rows: room, style };
    if (this.#search === undefined) return { lines: [...lines, ...this.#menu.lines(below)], caret };
    const found = this.#search.frame(below);
    return {
      lines: [...lines, ...found.lines],
      caret: found.caret === undefined ? caret : { ...found.caret, row: found.caret.row + lines.length },
    };
  }

  /** One key as the terminal sends it. */
  press(sequence: string): EditorAction | undefined {
    if (isKeyRelease(sequence)) return undefined;
    if (this.#search !== undefined) return this.#searching(this.#search, sequence);
    const before = this.#area.text;
    const { before: beforeCaret } = this.#area.around;
    this.#replaced = false;
    const action = this.#press(sequence);
    const after = this.#area.around.before;
    if (this.#area.text !== before && !this.#replaced) this.#menu.follow(after);
    else if (after !== beforeCaret) this.#menu.close();
    return action;
  }

  /** What was pasted, as it came. */
  paste(pasted: string): void {
    const text = pastedText(pasted);
    if (this.#search !== undefined) return void this.#search.type(oneLine(text));
    this.#menu.close();
    if (this.#pasteImages(text)) return;
    if (isLongPaste(text)) this.#area.insertLabel(this.#attachments.addPaste(text, this.text));
    else this.#area.insert(cleanText(text));
  }

  /** Attaches an image to the message: what `/image PATH` and Ctrl-V do. */
  attach(result: ImageResult): void {
    const { remark, takesImages } = this.#options;
    if (!result.ok) return remark(result.why);
    if (takesImages() === false) return remark(noImages);
    this.#area.insertLabel(this.#attachments.addImage(result.image, result.path, this.text));
  }

  #press(key: string): EditorAction | undefined {
    const { text } = this.#area;
    const isEmpty = text === "";
    const afterCtrlX = this.#afterCtrlX;
    this.#afterCtrlX = false;
    if (afterCtrlX && matchesKey(key, "ctrl+e")) return { type: "edit-outside" };
    if (this.#menu.isOpen && this.#pressInMenu(key)) return undefined;
    if (matchesKey(key, "ctrl+c")) return isEmpty ? { type: "interrupt" } : this.#clear();
    if (matchesKey(key, "ctrl+d") && isEmpty) return { type: "end" };
    if (matchesKey(key, "escape")) return { type: "escape" };
    if (matchesKey(key, "ctrl+z")) return { type: "suspend" };
    if (matchesKey(key, "ctrl+l")) return { type: "redraw" };
    if (matchesKey(key, "ctrl+o")) return this.#showPaste() ? undefined : { type: "unfold" };
    if (matchesKey(key, "ctrl+g")) return { type: "edit-outside" };
    if (matchesKey(key, "ctrl+x")) return this.#awaitCtrlE();
    if (matchesKey(key, "ctrl+r")) return this.#startSearch();
    if (matchesKey(key, "ctrl+v") || matchesKey(key, "alt+v")) return this.#pasteClipboard();
    if (isLineBreak(key)) return this.#area.insert("\n") ?? undefined;
    if (matchesKey(key, "enter")) return this.#enter();
    if (matchesKey(key, "tab")) return this.#complete();
    if (matchesKey(key, "up") && this.#isAtEdge(-1)) return this.#recall(1);
    if (matchesKey(key, "down") && this.#isAtEdge(1)) return this.#recall(-1);
    this.#edit(key);
    return undefined;
  }

  /** @returns Whether the key was for the list. */
  #pressInMenu(key: string): boolean {
    if (matchesKey(key, "escape")) this.#menu.close();
    else if (matchesKey(key, "up")) this.#menu.move(-1);
    else if (matchesKey(key, "down")) this.#menu.move(1);
    else if (matchesKey(key, "tab")) this.#accept(false);
    else if (matchesKey(key, "enter") && this.#menu.takesEnter) {
      const { sends } = this.#menu;
      this.#accept(sends);
      // A command that was chosen is given at once, as it would be had it been typed.
      return !sends;
    } else return false;
    return true;
  }

  #complete(): undefined {
    this.#menu.ask(this.#area.around.before, () => this.#accept(false));
  }

  #accept(toSend: boolean): void {
    const chosen = this.#menu.take(toSend);
    if (chosen !== undefined) this.#area.replaceBefore(chosen.length, chosen.text);
  }

  #edit(key: string): void {
    const typed = typedText(key);
    // Jumps to a letter would end within labels.
    if (matchesKey(key, "ctrl+]") || matchesKey(key, "ctrl+alt+]")) return;
    if (typed !== undefined && (typed.includes("\n") || (typed.length > 1 && typed.includes("\t"))))
      this.#area.insert(typed);
    else if (typed === undefined) this.#area.handleInput(key);
    else if (typed !== "") this.#area.handleInput(typed);
  }

  #enter(): EditorAction | undefined {
    if (this.#area.around.before.endsWith("\\")) {
      this.#area.replaceBefore(1, "\n");
      return undefined;
    }
    if (this.#area.text.trim() === "") return undefined;
    this.#attachMentioned();
    const { text } = this.#area;
    const image = /^\/image\s+(\S.*?)\s*$/.exec(text);
    if (image) return this.#attachNamed(image[1] ?? "");
    // The model may be another one since it was attached.
    const { remark, takesImages } = this.#options;
    if (takesImages() === false && this.#attachments.hasImage(this.#area.pieces))
      return remark(noImages) ?? undefined;
    const { pieces } = this.#area;
    this.#remember(pieces);
    const input = this.#attachments.inputOf(pieces);
    const command = typeof input === "string" ? ownCommandIn(input) : undefined;
    this.#menu.close();
    this.#walk.reset();
    this.#area.reset();
    this.#attachments.clear();
    return command === undefined ? { type: "submit", text, input } : { type: "own-command", command };
  }

  #remember(pieces: readonly TextPiece[]): void {
    const { history, remark } = this.#options;
    const failed = (error: unknown): void =>
      remark(
        `This message is not kept for the history: ${error instanceof Error ? oneLine(error.message) : "unknown error"}`,
      );
    try {
      history.add(this.#attachments.keep(pieces)).catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  #clear(): undefined {
    this.setText("");
    this.#replaced = true;
  }

  #awaitCtrlE(): undefined {
    this.#afterCtrlX = true;
  }

  #startSearch(): undefined {
    this.#menu.close();
    this.#search = new HistorySearch(this.#options.history.entries);
  }

  #searching(search: HistorySearch, key: string): undefined {
    const outcome = search.press(key);
    if (outcome === undefined) return;
    this.#search = undefined;
    if (outcome.type === "taken") this.#show(outcome.entry);
  }

  #recall(by: 1 | -1): undefined {
    const found = this.#walk.step(by, this.#area.text);
    if (found === undefined) return;
    if ("entry" in found) this.#show(found.entry);
    else this.setText(found.draft);
    this.#replaced = true;
    // The next arrow goes on through the history, and not through the lines of this entry.
    if (by === 1 && this.#layOut().text.caret.row > 0) this.#area.moveToStart();
    this.#walk.shown(this.#area.text);
  }

  #show(entry: HistoryEntry): void {
    const { images, takesImages } = this.#options;
    const read = (path: string) => {
      const found = takesImages() === false ? undefined : images.read(path);
      return found?.ok === true ? found.image : undefined;
    };
    this.#showLabelled(this.#attachments.restore(entry, read));
  }

  #isAtEdge(by: 1 | -1): boolean {
    const { caret, lines, above, below } = this.#layOut().text;
    return by === -1 ? above + caret.row === 0 : below === 0 && caret.row === lines.length - 1;
  }

  /** Puts the paste beside the caret in the place of its label. */
  #showPaste(): boolean {
    const { before, after } = this.#area.around;
    for (const { text: label, isLabel } of this.#area.pieces) {
      const text = isLabel ? this.#attachments.pasteOf(label) : undefined;
      if (text === undefined) continue;
      if (after.startsWith(label)) this.#area.moveBy(label.length);
      else if (!before.endsWith(label)) continue;
      this.#area.replaceBefore(label.length, cleanText(text));
      return true;
    }
    return false;
  }

  /** Images that are mentioned with `@` go with the message, as those that are dropped. */
  #attachMentioned(): void {
    const { images, takesImages } = this.#options;
    const { text, pieces } = this.#area;
    // With an image it would be no command.
    if (takesImages() === false || /^\s*[/!]/.test(text)) return;
    const attached = this.#attachments.addMentioned(pieces, (path) => images.read(path));
    if (attached !== text) this.#showLabelled(attached);
  }

  #showLabelled(text: string): void {
    for (const label of this.#attachments.labels) this.#area.addLabel(label);
    this.#area.text = text;
  }

  #attachNamed(path: string): undefined {
    this.#area.text = "";
    const [named = path] = droppedImages(path);
    this.attach(this.#options.images.read(named));
  }

  #pasteImages(text: string): boolean {
    const found = droppedImages(text).map((path) => this.#options.images.read(path));
    if (found.length === 0) return false;
    // A path of something else is a text like others.
    if (found.some((each) => !each.ok && each.problem !== "too-large")) return false;
    for (const each of found) this.attach(each);
    return true;
  }

  #pasteClipboard(): undefined {
    const { images, redraw, remark } = this.#options;
    images.fromClipboard().then(
      (found) => {
        this.attach(found);
        redraw();
      },
      (error: unknown) => remark(`Cannot read the clipboard: ${oneLine(String(error))}`),
    );
  }

  /** The text beside its sign. */
  #layOut() {
    const { columns, rows } = this.#size;
    const whole = this.#options.sign?.() ?? "› ";
    const sign = columnsOf(whole) + 8 <= columns ? whole : columns >= 8 ? "› " : "";
    return { sign, text: this.#area.layOut({ columns: Math.max(1, columns - columnsOf(sign)), rows }) };
  }
}
