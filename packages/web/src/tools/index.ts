/** The tools alone: what reads and searches is loaded by whoever makes it. */
export { webTools } from "./web-tools.ts";
export type { WebToolsOptions } from "./web-tools.ts";
