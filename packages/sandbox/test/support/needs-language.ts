import { needs } from "@hermes/tooling/prerequisites";
import type { TestContext } from "vitest";
import type { LanguageName } from "../../src/index.ts";

/** Skips a test in Python where there is none. Node, which runs JavaScript, is always there. */
export function needsLanguage(context: TestContext, language: LanguageName): void {
  if (language === "python") needs(context, "python3");
}
