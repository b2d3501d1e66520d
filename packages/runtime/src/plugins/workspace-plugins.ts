import type { PluginDescription, PluginKind, PluginManifest, RunningPlugin } from "@hermes/plugins/host";

/** A plug-in that a person has agreed to as it is. */
export interface UsedPlugin {
  readonly manifest: PluginManifest;
  /** As it was when it was agreed to: asking for it starts nothing. */
  readonly description: PluginDescription;
  /** Its folder; absolute. Of a project: a copy of what was agreed to. */
  readonly folder: string;
  /** Of its files. */
  readonly digest: string;
  readonly running: RunningPlugin;
}

/** The plug-ins that sessions of one folder use: those of the home and those of the project. */
export interface WorkspacePlugins {
  readonly used: readonly UsedPlugin[];
  /** Who provides a part; undefined: nobody does. */
  provider(kind: PluginKind, name: string): UsedPlugin | undefined;
}
