/** The scanner alone, for those who must not wait for the rest of the package. */
export { maskText, scanText } from "./scan-text.ts";
export type { ScanTextOptions, TextFinding, TextScan } from "./scan-text.ts";
export type { TextSurface } from "./text-surface.ts";
