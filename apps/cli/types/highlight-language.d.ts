import type { LanguageFn } from "highlight.js/lib/core";

declare const language: LanguageFn;
export default language;
