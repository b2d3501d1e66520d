/** Decides what may run: one truth for commands, paths and addresses, behind every door. */
export type { Finding } from "./finding.ts";
export type { Places } from "./paths/places.ts";
