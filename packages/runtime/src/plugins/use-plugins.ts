/** All that uses plug-ins, loaded together when the first one is there: it shares the objects that it makes. */
export { addPluginTools } from "./add-plugin-tools.ts";
export { askAboutSessionPlugins } from "./ask-about-plugins.ts";
export { diagnosePlugins } from "./diagnose-plugins.ts";
export { openHomePlugins } from "./open-home-plugins.ts";
export { openWorkspacePlugins } from "./open-workspace-plugins.ts";
