import type { LoadedSettings } from "@hermes/config";
import { findingText, isProblem, type SettingsFinding } from "@hermes/config/editing";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printJson, printLines } from "../../render/print.ts";
import { coloured, createStyle } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import type { GatewayDesk } from "../gateway/gateway-desk.ts";
import { loadAll } from "./config-home.ts";

export interface CheckFlags {
  readonly json?: boolean | undefined;
}

/** `hermes config check`: everything that is to be said of both files. Fails where there is a problem. */
export async function checkConfig({ json }: CheckFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const loaded = await loadAll(desk);
  const all = [...(loaded.findings ?? []), ...linesOfNoUse(loaded)];
  const problems = all.filter(isProblem);
  const warnings = all.filter((finding) => !isProblem(finding));
  if (json) printJson(host, { path: loaded.configPath, envPath: loaded.envPath, problems, warnings });
  else {
    const style = createStyle(coloured(host.stdout));
    const lines = (findings: readonly SettingsFinding[], paint: (text: string) => string, word: string) =>
      findings.flatMap((finding) =>
        wrap(`${paint(word)} ${cleanText(findingText(finding))}`, { columns: host.stdout.columns }),
      );
    printLines(host, [
      ...lines(problems, style.red, "problem"),
      ...lines(warnings, style.yellow, "warning"),
      summary(problems.length, warnings.length),
    ]);
  }
  return problems.length === 0 ? exitCodes.ok : exitCodes.failed;
}

function summary(problems: number, warnings: number): string {
  if (problems === 0 && warnings === 0) return "Everything in config.yaml and .env can be used.";
  const said = warnings === 1 ? "1 warning" : `${warnings} warnings`;
  if (problems === 0) return `No problem, ${said}.`;
  const count = problems === 1 ? "1 problem" : `${problems} problems`;
  return `${count}, ${said}. No session begins until the problems are gone.`;
}

/** Lines of `.env` that set nothing. */
function linesOfNoUse({ source, envPath }: LoadedSettings): readonly SettingsFinding[] {
  const text = source?.texts.get(envPath) ?? "";
  // A value in quotes may go over several lines: what they hold is not looked at.
  const single = text.replaceAll(
    /=\s*(["'`])[^]*?\1/g,
    (value) => `=${"\n".repeat(value.split("\n").length - 1)}`,
  );
  return single.split("\n").flatMap((line, index): readonly SettingsFinding[] =>
    /^\s*(?:#.*|(?:export\s+)?[\w.-]+\s*=.*)?\s*$/.test(line.replace(/^\uFEFF/, ""))
      ? []
      : [
          {
            kind: "unknown",
            source: envPath,
            line: index + 1,
            message: "The line is no NAME=value and has no effect.",
          },
        ],
  );
}
