/** Lets other programs use an agent by MCP. */
export { serveHttp } from "./transports/serve-http.ts";
export type { CheckedRequest, HttpFace, ServeHttpOptions } from "./transports/serve-http.ts";
export { serveStdio } from "./transports/serve-stdio.ts";
export type { ServeStdioOptions } from "./transports/serve-stdio.ts";
