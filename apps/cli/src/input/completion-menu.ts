import type { Style } from "../render/style.ts";
import { completableBefore, mentionOf, shellPath } from "./completion.ts";
import type { CommandChoice, Completable, Completion, CompletionSources } from "./completion.ts";
import { PickList } from "./pick-list.ts";
import { ranked } from "./rank.ts";

/** What is put in the place of what stands before the caret. */
export interface TakenCompletion {
  readonly text: string;
  /** Of what is replaced, in UTF-16 units. */
  readonly length: number;
}

interface OpenMenu {
  readonly place: Completable;
  readonly list: PickList<Completion>;
}

/** The list of what could be typed, under the text; it follows each key and takes none of them away. */
export class CompletionMenu {
  readonly #sources: CompletionSources;
  readonly #redraw: () => void;
  #open: OpenMenu | undefined;
  #asking: AbortController | undefined;

  constructor(sources: CompletionSources, redraw: () => void) {
    this.#sources = sources;
    this.#redraw = redraw;
  }

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Whether Enter takes what is marked, and does not send the text as it is. */
  get takesEnter(): boolean {
    const { place, list } = this.#open ?? {};
    if (place === undefined || list?.chosen === undefined) return false;
    if (list.moved) return true;
    if (place.typed === "" || (place.type !== "command" && place.type !== "file")) return false;
    // What stands there in full already is sent as it is, and so is what has no more than its letters in common.
    const { text } = list.chosen;
    const isWhole = text.length === place.length && text.endsWith(place.typed);
    return !isWhole && text.toLowerCase().includes(place.typed.toLowerCase());
  }

  /** Whether what is marked is a command that Enter gives at once. */
  get sends(): boolean {
    return this.#open?.place.type === "command";
  }

  move(by: number): void {
    this.#open?.list.move(by);
  }

  close(): void {
    this.#asking?.abort();
    this.#open = undefined;
  }

  /** The text before the caret is another one: shows what goes on from there. */
  follow(before: string): void {
    this.#look(completableBefore(before, this.#open?.place.type === "path"));
  }

  /**
   * Tab: shows also what is no place for a list by itself, such as paths.
   *
   * @param onSingle There is one thing that can stand there: `take` gives it.
   */
  ask(before: string, onSingle: () => void): void {
    this.#look(completableBefore(before, true), () => {
      if (this.#open?.list.items.length === 1) onSingle();
    });
  }

  /** What is marked, and closes the list. @param toSend Nothing is typed behind it. */
  take(toSend: boolean): TakenCompletion | undefined {
    const open = this.#open;
    const chosen = open?.list.chosen;
    this.close();
    if (open === undefined || chosen === undefined) return undefined;
    const blank = toSend || chosen.goesOn === true ? "" : " ";
    return { text: chosen.text + blank, length: open.place.length };
  }

  lines(size: { readonly columns: number; readonly rows: number; readonly style: Style }): readonly string[] {
    return this.#open?.list.lines(size) ?? [];
  }

  #look(place: Completable | undefined, onShown?: () => void): void {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    if (place === undefined) {
      this.#open = undefined;
      return;
    }
    const found = this.#find(place, asking.signal);
    if (!(found instanceof Promise)) {
      this.#show(found, place);
      onShown?.();
      return;
    }
    found.then(
      (items) => {
        if (asking.signal.aborted) return;
        this.#show(items, place);
        onShown?.();
        this.#redraw();
      },
      // Without a list one types on: what is wrong with a source is said where it is used.
      () => {
        if (!asking.signal.aborted) this.#open = undefined;
      },
    );
  }

  #show(found: readonly Completion[], place: Completable): void {
    this.#open = found.length === 0 ? undefined : { place, list: new PickList(found, rowOf) };
  }

  #find(place: Completable, signal: AbortSignal): readonly Completion[] | Promise<readonly Completion[]> {
    const { commands, argumentsOf, files, paths } = this.#sources;
    switch (place.type) {
      case "command":
        return after(commands?.() ?? [], (all) => commandsLike(all, place.typed));
      case "argument":
        return after(argumentsOf?.(place.command, place.typed) ?? [], (all) => all);
      case "file":
        return after(files?.(place.typed, signal) ?? [], (all) =>
          all
            .filter(({ path }) => !/["\n]/.test(path))
            .filter(({ path }) => place.keyword !== "folder:" || path.endsWith("/"))
            .map(({ path }) => mentionOf(path, place.keyword)),
        );
      case "path":
        return after(paths?.(place.typed) ?? [], (all) => all.map(({ path }) => shellPath(path)));
    }
  }
}

function rowOf({ text, label = text, summary }: Completion): { label: string; summary?: string | undefined } {
  return { label, summary };
}

function after<Value, Result>(
  found: readonly Value[] | Promise<readonly Value[]>,
  make: (found: readonly Value[]) => readonly Result[],
): readonly Result[] | Promise<readonly Result[]> {
  return found instanceof Promise ? found.then(make) : make(found);
}

/** A word that is a command already comes first, under whatever name it was typed. */
function commandsLike(all: readonly CommandChoice[], typed: string): readonly Completion[] {
  const word = typed.toLowerCase();
  const exact = all.find(({ name, aliases = [] }) => name === word || aliases.includes(word));
  const others = ranked(
    all.filter((command) => command !== exact),
    word,
    ({ name }) => name,
  );
  return [...(exact === undefined ? [] : [{ ...exact, name: word }]), ...others].map(
    ({ name, hint = "", summary }) => ({
      text: `/${name}`,
      label: `/${name} ${hint}`.trimEnd(),
      summary,
    }),
  );
}
