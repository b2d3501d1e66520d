export { createRedactor, redact } from "./redact.ts";
export type { RedactorOptions } from "./redact.ts";
export { createKeyFinder } from "./find-shapes.ts";
export { looksRandom } from "./randomness.ts";
export { replaceSpans } from "./text-span.ts";
export type { TextSpan } from "./text-span.ts";
export { createOverwriter, redactedMark } from "./overwrite.ts";
export type { Overwriter } from "./overwrite.ts";
