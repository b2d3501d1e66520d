/** All that uses servers, loaded together when the first one is named: it shares the objects that it makes. */
export { askToStart } from "./ask-to-start.ts";
export { diagnoseMcp } from "./diagnose-mcp.ts";
export { openHomeMcp } from "./open-home-mcp.ts";
export { openWorkspaceMcp } from "./open-workspace-mcp.ts";
export { openSessionMcp } from "./session-mcp.ts";
