import { loadSettings } from "@hermes/config";
import type { Explanation } from "@hermes/permissions";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import type { ChatKind } from "../program/option-values.ts";
import { markedCommand } from "../prompt/marked-command.ts";
import { oneLine } from "../render/fit.ts";
import { coloured, createStyle, type Style } from "../render/style.ts";
import { printJson, printRemark } from "../render/print.ts";

export interface ExplainOptions {
  readonly call: string;
  readonly json?: boolean | undefined;
  readonly platform?: string | undefined;
  readonly chat?: string | undefined;
  readonly chatKind?: ChatKind | undefined;
  readonly mode?: string | undefined;
}

/** `hermes permissions explain`: what would be decided, and why. Runs nothing; any verdict is a success. */
export async function explain(
  { call, json, platform, chat, chatKind, mode }: ExplainOptions,
  host: Host,
): Promise<number> {
  const loaded = await loadSettings({ env: host.env });
  const onWarning = (message: string) => {
    printRemark(host, message);
  };
  await using runtime = openRuntime(host, { loaded, flags: { mode }, onWarning });
  const permissions = await runtime.permissions();
  const explanation = await permissions.explain(call, { platform, chatId: chat, chatKind });
  if (json) printJson(host, explanation);
  else for (const line of await linesOf(explanation, host)) host.stdout.write(`${line}\n`);
  return exitCodes.ok;
}

async function linesOf(explanation: Explanation, host: Host): Promise<readonly string[]> {
  const { describeWall } = await import("@hermes/permissions");
  const style = createStyle(coloured(host.stdout));
  const { verdict, decidedBy, reason, advice, action, mode, findings, effects, call, commands, understood } =
    explanation;
  const { wall } = explanation;
  const spans = findings.flatMap(({ span }) => (span === undefined ? [] : [span]));
  return [
    `${verdictWord(verdict, style)} ${style.dim(`by ${decidedBy.replaceAll("-", " ")}`)}`,
    ...markedCommand(call, { spans, columns: host.stdout.columns ?? 100, style }),
    `  ${oneLine(reason)}`,
    ...(advice === undefined ? [] : [`  ${oneLine(advice)}`]),
    ...findings.map(
      ({ id, reason: why, severity, held }) =>
        `  ${held ? "·" : severity === "refuse" ? "✗" : "!"} ${id}: ${oneLine(why)}${held ? " (The wall holds it.)" : ""}`,
    ),
    ...(wall === undefined ? [] : [`  It would run ${describeWall(wall)}.`]),
    ...(effects.length > 0 ? [`  effects: ${effects.map(describeEffect).join(", ")}`] : []),
    ...(commands.length > 1 ? [`  commands: ${commands.map((each) => oneLine(each)).join(" ; ")}`] : []),
    ...(understood ? [] : ["  Not all of it could be understood."]),
    style.dim(`  action ${action}, mode ${mode}`),
  ];
}

function verdictWord(verdict: Explanation["verdict"], style: Style): string {
  return { allow: style.green("allow"), ask: style.yellow("ask"), deny: style.red("deny") }[verdict];
}

function describeEffect(effect: Explanation["effects"][number]): string {
  const { kind, ...facts } = effect;
  return oneLine([kind, ...Object.values(facts)].filter((fact) => fact !== undefined).join(" "));
}
