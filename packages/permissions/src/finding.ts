import type { Finding as CommandFinding } from "@hermes/command-safety";
import type { Provenance } from "@hermes/registry";

/** What speaks against a call: what is found in its command or path, and what the conversation and trials add to that. */
export interface Finding extends CommandFinding {
  /** Of an `untrusted.…` one: where the text comes from that may have asked for it. */
  readonly sources?: readonly Provenance[] | undefined;
  /** Of what a trial has shown: the files that it is about. A yes holds for these. */
  readonly targets?: readonly string[] | undefined;
}
