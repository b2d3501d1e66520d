/** What shows that a plug-in keeps to the contract. */
export { checkFolder } from "./check-folder.ts";
export type { CheckFolderOptions } from "./check-folder.ts";
export { checkPlugin } from "./check-plugin.ts";
export type { CheckPluginOptions, PluginCheck } from "./check-plugin.ts";
export { examplesFile, readExamples } from "./plugin-examples.ts";
export type { PluginExample } from "./plugin-examples.ts";
