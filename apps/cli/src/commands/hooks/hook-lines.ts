import type { HookReport } from "@hermes/runtime";
import { cleanText } from "../../render/clean-text.ts";

/** What is to be done about its state. Undefined: nothing. */
export function adviceOf({ key, state }: HookReport): string | undefined {
  const allow = `hermes hooks allow ${key}`;
  if (state === "asked") return `nobody has agreed to it: ${allow}`;
  if (state === "changed") return `its files are not those that were agreed to, so it fails: ${allow}`;
  if (state === "unheld") return `no jail can be made here to hold it, so it fails: ${allow} --no-jail`;
  return state === "refused" ? `you said no; to use it after all: ${allow}` : undefined;
}

const longestWord = 80;

/** Its command as one line; `--json` has long words whole. */
export function commandLine({ command }: Pick<HookReport, "command">): string {
  return command
    .map((word) => (word.length > longestWord ? `${word.trim().slice(0, 20)}…` : word))
    .map((word) => (/[\s"']/u.test(word) ? JSON.stringify(word) : word))
    .join(" ");
}

/** One hook with all that is known of it. `isHeld`: how it would run. */
export function hookLines(
  report: HookReport,
  { isHeld = report.isHeld }: { readonly isHeld?: boolean | undefined } = {},
): readonly string[] {
  const { key, name, from, events, matcher, reach, files, timeoutMs, problem } = report;
  const may = isHeld ? reach : ["NO JAIL: it runs as you"];
  return [
    `${key}  ${name}`,
    `  events   ${events.join(", ")}${matcher === undefined ? "" : ` for ${matcher}`}`,
    `  runs     ${commandLine(report)}`,
    `  from     ${from === "settings" ? "hooks of config.yaml" : "a hook folder of the gateway"}`,
    `  may      ${may.join("; ")}`,
    `  time     ${timeoutMs / 1_000} s`,
    ...files.map((path) => `  file     ${path}`),
    ...(problem === undefined ? [] : [`  problem  ${problem}`]),
  ].map((line) => cleanText(line));
}
