export { createRedactor, redact, redactedMark } from "./redact.ts";
export type { RedactorOptions } from "./redact.ts";
export { createShapeFinder } from "./find-shapes.ts";
export { looksRandom } from "./randomness.ts";
export { replaceSpans } from "./text-span.ts";
export type { TextSpan } from "./text-span.ts";
