/** What every part needs that starts programs. */
export { findOnPath } from "./find-on-path.ts";
export { harmlessVariables } from "./harmless-variables.ts";
export { runsGroup, signalGroup } from "./process-group.ts";
export { shellWords } from "./shell-words.ts";
