import type { LoadedSettings } from "@hermes/config";
import { problemOf } from "../skin/problem-of.ts";
import type { Host } from "../host.ts";
import type { Dress } from "../render/look.ts";
import type { Skins } from "../skin/open-skins.ts";

export interface ChatSkinsOptions {
  readonly host: Host;
  readonly loaded: LoadedSettings;
}

/** The skins of a conversation. Nothing of them is loaded for the default one, before another is asked for. */
export class ChatSkins implements Disposable {
  /** What the screen looks like. */
  readonly dress: Dress = { look: undefined };
  /** Called when a saved file has changed the look. */
  onChange = (): void => undefined;
  /** Called with what is wrong with a file. */
  onProblem = (message: string): void => void this.#early.push(message);
  readonly #options: ChatSkinsOptions;
  readonly #early: string[] = [];
  #opened: Skins | undefined;
  /** Of the plug-ins that are used when this conversation first asks for them. */
  #ofPlugins: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(options: ChatSkinsOptions) {
    this.#options = options;
  }

  /** Bits of colour of the terminal. */
  get depth(): number {
    const { stdout } = this.#options.host;
    return stdout.isTTY ? stdout.getColorDepth() : 1;
  }

  /** Puts on what the settings name. What is wrong with it is told by `problems`. */
  async begin(): Promise<void> {
    const { skin } = this.#options.loaded.settings.display;
    if (skin === "default") return;
    try {
      await (await this.open()).wear(skin);
    } catch (error) {
      this.#early.push(problemOf(error));
    }
  }

  /** What there was to say before there was a screen. */
  get problems(): readonly string[] {
    return this.#early;
  }

  async open(): Promise<Skins> {
    const { Skins } = await import("../skin/open-skins.ts");
    this.#opened ??= new Skins({
      ...{ home: this.#options.loaded.home, depth: this.depth, dress: this.dress },
      ofPlugins: async () => await (this.#ofPlugins ??= skinsOfPlugins(this.#options)),
      onChange: () => this.onChange(),
      onProblem: (message) => this.onProblem(message),
    });
    return this.#opened;
  }

  [Symbol.dispose](): void {
    this.#opened?.[Symbol.dispose]();
  }
}

async function skinsOfPlugins({ host, loaded }: ChatSkinsOptions): Promise<ReadonlyMap<string, string>> {
  const { mayHavePlugins } = await import("../program/may-have-plugins.ts");
  if (!mayHavePlugins(host)) return new Map();
  const { pluginSkins } = await import("./plugin-skins.ts");
  return await pluginSkins(host, loaded);
}
