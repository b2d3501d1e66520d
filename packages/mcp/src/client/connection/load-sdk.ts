/** The SDK, loaded when the first server is used: importing it takes longer than everything else that a start does. */
export type Sdk = typeof import("@modelcontextprotocol/client");

export function loadSdk(): Promise<Sdk> {
  return import("@modelcontextprotocol/client");
}
