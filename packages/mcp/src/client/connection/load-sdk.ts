import type * as sdk from "@modelcontextprotocol/client";

/** The SDK, loaded when the first server is used: importing it takes longer than everything else that a start does. */
export type Sdk = typeof sdk;

export function loadSdk(): Promise<Sdk> {
  return import("@modelcontextprotocol/client");
}
