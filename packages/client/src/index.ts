/** A typed client. */
export type { ApiCalls } from "./contract/index.ts";
