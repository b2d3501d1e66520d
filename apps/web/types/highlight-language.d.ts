import type { LanguageFn } from "highlight.js/lib/core";

declare const language: LanguageFn;
// oxlint-disable-next-line import/no-default-export -- as it is there
export default language;
