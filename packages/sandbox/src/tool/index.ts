/** `execute_code` by itself: loads what runs code with the first run. */
export { findLanguages } from "../languages/find-languages.ts";
export { executeCodeTool } from "./execute-code-tool.ts";
export type { ExecuteCodeToolOptions } from "./execute-code-tool.ts";
