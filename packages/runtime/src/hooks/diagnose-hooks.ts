import type { Diagnosis } from "../runtime.ts";
import type { HookReport } from "./home-hooks.ts";

const name = "hooks";

/** What is to be said about hooks; nothing where there are none. Runs none. */
export function diagnoseHooks(reports: readonly HookReport[]): readonly Diagnosis[] {
  const used = reports.filter(({ state, problem }) => state === "used" && problem === undefined);
  const unheld = used.filter(({ isHeld }) => !isHeld);
  return [
    ...(used.length === 0 ? [] : [found("ok", `${namesOf(used)} can be used`)]),
    ...(unheld.length === 0
      ? []
      : [found("warning", `no jail holds ${namesOf(unheld)}: what they do, they do as you`)]),
    ...reports.flatMap(wrongWith),
  ];
}

function wrongWith({ key, name: called, state, problem }: HookReport): readonly Diagnosis[] {
  if (problem !== undefined) return [found("warning", `${called} can't be used: ${problem}`)];
  const allow = `hermes hooks allow ${key}`;
  if (state === "asked") return [found("warning", `${called} waits for a yes`, allow)];
  if (state === "changed")
    return [found("warning", `${called} fails: its files are not those that were agreed to`, allow)];
  if (state !== "unheld") return [];
  return [found("warning", `${called} fails: no jail can be made here to hold it`, `${allow} --no-jail`)];
}

function found(status: Diagnosis["status"], message: string, hint?: string): Diagnosis {
  return hint === undefined ? { name, status, message } : { name, status, message, hint };
}

function namesOf(reports: readonly HookReport[]): string {
  return reports.map((each) => each.name).join(", ");
}
