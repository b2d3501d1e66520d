import { InvalidArgumentError } from "commander";

/** A number of things, from 1 up. */
export function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number from 1 up.");
  return Number(text);
}

/** US dollars, above 0. */
export function money(text: string): number {
  const usd = Number(text.replace(/^\$/, ""));
  if (!/^\$?\d+(\.\d+)?$/.test(text) || !(usd > 0))
    throw new InvalidArgumentError("It must be an amount of US dollars above 0, such as 0.50.");
  return usd;
}

export const chatKinds = ["dm", "group", "channel"] as const;

export type ChatKind = (typeof chatKinds)[number];

/** Names separated by commas. */
export function names(text: string): readonly string[] {
  const names = text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw new InvalidArgumentError("It must name at least one toolset.");
  return names;
}

/** What is given again and again. */
export function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** The last part of a help text. */
export function examples(lines: readonly string[]): string {
  return `\nExamples:\n${lines.map((line) => `  $ ${line}`).join("\n")}\n`;
}
