import type { HookTrial } from "@hermes/runtime";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printLines } from "../../render/print.ts";
import type { HooksDesk } from "./hooks-desk.ts";

export interface TestFlags {
  readonly tool: string;
  readonly json?: boolean | undefined;
}

/** `hermes hooks test`: whoever asks for it may run them, whatever was agreed to. */
export async function testHooks(
  event: string,
  { tool, json }: TestFlags,
  { host, withHooks }: HooksDesk,
): Promise<number> {
  return await withHooks(async (hooks, signal) => {
    const trials = await hooks.test(event, { tool, signal });
    if (json) printJson(host, trials);
    else
      printLines(
        host,
        trials.length === 0 ? [`No hook hears of ${event} for ${tool}.`] : trials.flatMap(linesOf),
      );
    return trials.some(({ problem }) => problem !== undefined) ? exitCodes.failed : exitCodes.ok;
  });
}

function linesOf({
  report,
  answer,
  problem,
  exitCode,
  stdout = "",
  stderr = "",
  durationMs,
}: HookTrial): readonly string[] {
  const outcome = problem === undefined ? `answers ${JSON.stringify(answer ?? null)}` : `FAILED: ${problem}`;
  return [
    `${report.key}  ${report.name}  (${durationMs} ms${exitCode === undefined ? "" : `, exit code ${exitCode}`})`,
    `  ${answer === undefined && problem === undefined ? "says nothing" : outcome}`,
    ...shown("stdout", stdout),
    ...shown("stderr", stderr),
  ].map((line) => cleanText(line));
}

function shown(name: string, text: string): readonly string[] {
  const lines = text.trimEnd() === "" ? [] : text.trimEnd().split("\n").slice(0, 20);
  return lines.map((line) => `  ${name}: ${line.slice(0, 500)}`);
}
