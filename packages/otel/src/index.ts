/** Spans of a session, in OpenTelemetry's conventions for generative AI. */
export { conventionsRevision } from "./conventions.ts";
export { openTelemetry } from "./open-telemetry.ts";
export type { OpenTelemetryOptions } from "./open-telemetry.ts";
export { propagatingFetch } from "./propagating-fetch.ts";
