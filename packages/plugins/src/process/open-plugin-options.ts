import type { PluginLimits } from "./plugin-limits.ts";
import type { PluginStart } from "./plugin-start.ts";

export interface OpenPluginOptions {
  readonly name: string;
  /** Absolute path of its module. */
  readonly main: string;
  /** Folder for what it keeps; absolute, and there. */
  readonly folder: string;
  /** With the defaults of its manifest: `settingsOf`. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, string>>;
  readonly start: PluginStart;
  /** Milliseconds. @default Date.now */
  readonly now?: (() => number) | undefined;
  /** A line for the log, clean. */
  readonly onLog?: ((line: string) => void) | undefined;
  /** A sentence for the person, once it is switched off. */
  readonly onOff?: ((sentence: string) => void) | undefined;
  readonly limits?: Partial<PluginLimits> | undefined;
}
