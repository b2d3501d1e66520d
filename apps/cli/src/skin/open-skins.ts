import { watch, type FSWatcher } from "node:fs";
import { join } from "node:path";
import type { Dress } from "../render/look.ts";
import { problemOf } from "./problem-of.ts";
import { type LoadedSkin, loadSkin, type PluginSkins, skinNames } from "./load-skin.ts";
import { lookOf } from "./look-of.ts";
import type { Skin } from "./skin.ts";

export interface SkinsOptions {
  /** Home of Hermes. */
  readonly home: string;
  /** Bits of colour of the terminal: 1, 4, 8 or 24. */
  readonly depth: number;
  readonly dress: Dress;
  readonly ofPlugins: PluginSkins;
  /** The look is another now, through a file that was saved. */
  readonly onChange: () => void;
  /** What is wrong with a file, each time once. */
  readonly onProblem: (message: string) => void;
}

/** A skin of the list; one whose file can't be used says why. */
export type ListedSkin =
  | { readonly name: string; readonly skin: Skin }
  | { readonly name: string; readonly problem: string };

/** Editors write a file in several steps. */
const settleMs = 80;

/** The skins of one screen: puts one on, and follows its files. */
export class Skins implements Disposable {
  readonly #options: SkinsOptions;
  readonly #folder: string;
  #worn = "default";
  #watcher: FSWatcher | undefined;
  #files: readonly string[] = [];
  #waiting: NodeJS.Timeout | undefined;
  #said = "";

  constructor(options: SkinsOptions) {
    this.#options = options;
    this.#folder = join(options.home, "skins");
  }

  /** The name of the one that is on. */
  get worn(): string {
    return this.#worn;
  }

  /** @throws {HermesError} `CLI_NO_SKIN`, `CLI_SKIN_INVALID`: the old look stays. */
  async wear(name: string): Promise<void> {
    this.#put(name, await loadSkin(name, this.#folder, this.#options.ofPlugins));
  }

  async list(): Promise<readonly ListedSkin[]> {
    const names = await skinNames(this.#folder, this.#options.ofPlugins);
    return await Promise.all(
      names.map(async (name): Promise<ListedSkin> => {
        try {
          return { name, skin: (await loadSkin(name, this.#folder, this.#options.ofPlugins)).skin };
        } catch (error) {
          return { name, problem: problemOf(error) };
        }
      }),
    );
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#waiting);
    this.#watcher?.close();
  }

  #put(name: string, { skin, files, warnings }: LoadedSkin): void {
    const { dress, depth } = this.#options;
    this.#worn = name;
    this.#files = files;
    dress.look = name === "default" ? undefined : lookOf(skin, depth);
    this.#say(warnings.join("\n"));
    this.#follow();
  }

  /** The folder, as editors put another file in the place of the old one. */
  #follow(): void {
    if (this.#files.length === 0) {
      this.#watcher?.close();
      this.#watcher = undefined;
      return;
    }
    if (this.#watcher !== undefined) return;
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, (_, file) => {
        if (file === null || this.#files.includes(file))
          this.#waiting ??= setTimeout(() => this.#again(), settleMs);
      });
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch {
      // A system without watchers left shows a saved file with the next /skin.
    }
  }

  #again(): void {
    this.#waiting = undefined;
    const name = this.#worn;
    loadSkin(name, this.#folder, this.#options.ofPlugins).then(
      (loaded) => {
        if (name !== this.#worn) return;
        this.#put(name, loaded);
        this.#options.onChange();
      },
      (error: unknown) => this.#say(problemOf(error)),
    );
  }

  #say(problem: string): void {
    if (problem !== "" && problem !== this.#said) this.#options.onProblem(problem);
    this.#said = problem;
  }
}
