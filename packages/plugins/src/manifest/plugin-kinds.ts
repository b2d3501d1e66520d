/** What a plug-in can provide. Skins are files in its folder (`skins/NAME.yaml`), all others are parts of its module. */
export const pluginKinds = [
  "tools",
  "hooks",
  "commands",
  "programs",
  "sections",
  "models",
  "memory",
  "search",
  "speakers",
  "transcribers",
  "backends",
  "platforms",
  "contextEngines",
  "skins",
] as const;

export type PluginKind = (typeof pluginKinds)[number];
