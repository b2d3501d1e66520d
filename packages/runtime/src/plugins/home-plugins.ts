import type { PluginDescription, PluginManifest, RunningPlugin } from "@hermes/plugins/host";
import type { UsedPlugin } from "./workspace-plugins.ts";

/** A plug-in of the home or of the project, for people. */
export interface PluginReport {
  readonly name: string;
  readonly from: "home" | "project";
  /** Absolute. */
  readonly folder: string;
  /** Where it was installed from: a folder, `npm:NAME@VERSION`. Undefined: it was put there. */
  readonly source?: string | undefined;
  /** Undefined: its manifest can't be read; `problem` says why. */
  readonly manifest: PluginManifest | undefined;
  readonly problem?: string | undefined;
  /**
   * `used`: agreed to as it is. `asked`: nobody has agreed to it. `changed`: it is not what was agreed to. `refused`: switched off by
   * the person. `broken`: `problem` says why.
   */
  readonly state: "used" | "asked" | "changed" | "refused" | "broken";
  /** SHA-256 of its files, in hex. */
  readonly digest: string;
  /** What its process may reach, for people: a line each. */
  readonly reach: readonly string[];
  /** What it gives, for people: `tool weather`, `hook pre_tool_call`. */
  readonly gives: readonly string[];
}

/** What was looked at, and can be agreed to. */
export interface PluginPlan extends PluginReport {
  /** What its module says; only once it was started in its jail to ask it. */
  readonly description: PluginDescription;
}

/** The plug-ins of a home and of the runtime's folder, for the person. */
export interface HomePlugins {
  list(): Promise<readonly PluginReport[]>;
  /**
   * What a folder anywhere would be as a plug-in; starts nothing.
   *
   * @param as `isHeld: false`: outside of a jail. @default in one
   * @throws {HermesError} `PLUGIN_BAD_MANIFEST`
   */
  look(folder: string, as?: { readonly isHeld?: boolean | undefined }): Promise<PluginReport>;
  /**
   * Copies a folder that was looked at into the home and agrees to it, or neither. Takes the place of one of the same name.
   *
   * @param as `digest`: of what was shown; `isHeld: false`: its process may run outside of a jail.
   * @throws {HermesError} `PLUGIN_CHANGED`, `PLUGIN_NAME_TAKEN`, `PLUGIN_BAD_MODULE`.
   */
  install(
    folder: string,
    as: { readonly digest: string; readonly source: string; readonly isHeld: boolean },
    options: { readonly signal: AbortSignal },
  ): Promise<PluginPlan>;
  /** Agrees to one that is there, as it is: starts it in its jail and keeps what it says of itself. @throws as `install` */
  enable(
    name: string,
    as: { readonly digest: string; readonly isHeld: boolean },
    options: { readonly signal: AbortSignal },
  ): Promise<PluginPlan>;
  /** It is used no more; its files stay. @throws {HermesError} `PLUGIN_UNKNOWN` */
  disable(name: string): Promise<void>;
  /** Removes it from the home with its own folder of data. @throws {HermesError} `PLUGIN_UNKNOWN`, `PLUGIN_OF_PROJECT` */
  remove(name: string): Promise<void>;
  /** Those that are used. */
  used(): Promise<readonly UsedPlugin[]>;
  /** Starts a plug-in of any folder in its jail, not agreed to, for `test`. Dispose it. */
  open(folder: string, options: { readonly isHeld: boolean }): Promise<RunningPlugin>;
}
