import { loadSettings } from "@hermes/config";
import { chooseRole } from "@hermes/runtime";
import type { Role } from "@hermes/runtime";
import { openRuntime } from "../chat/open-runtime.ts";
import { exitCodes, type Host } from "../host.ts";
import { oneLine } from "../render/fit.ts";
import { paragraph } from "../render/paragraph.ts";
import { printJson, printLines, printRemark } from "../render/print.ts";
import { table } from "../render/table.ts";
import { visibleText } from "../render/visible-text.ts";

interface JsonFlag {
  readonly json?: boolean | undefined;
}

/** `hermes agents list`. */
export async function listAgents({ json }: JsonFlag, host: Host): Promise<number> {
  const roles = await rolesOf(host);
  if (json) printJson(host, roles.map(asData));
  else if (roles.length === 0)
    printLines(
      host,
      paragraph(
        "There is no role yet. One is a file agents/<name>.md in the folder of Hermes, or .hermes/agents/<name>.md or .claude/agents/<name>.md in a project.",
        { columns: host.stdout.columns ?? 100 },
      ),
    );
  else {
    const rows = roles.map(({ name, source, description }) => [
      oneLine(visibleText(name)),
      source,
      oneLine(visibleText(description)),
    ]);
    printLines(host, table([["ROLE", "FROM", "WHEN TO USE IT"], ...rows], host.stdout.columns));
  }
  return exitCodes.ok;
}

/** `hermes agents show`. */
export async function showAgent(name: string, { json }: JsonFlag, host: Host): Promise<number> {
  const role = chooseRole(await rolesOf(host), name);
  if (json) printJson(host, asData(role));
  else {
    const { description, tools, model, source, path, instructions } = role;
    const facts = [
      ["When", description],
      ["Tools", tools === undefined ? "those of its parent" : tools.join(", ") || "none"],
      ["Model", model ?? "that of its parent"],
      ["From", `${path} (${source})`],
    ];
    printLines(host, [
      ...facts.map(([what, value = ""]) => `${what}: ${oneLine(visibleText(value))}`),
      "",
      ...visibleText(instructions).split("\n"),
    ]);
  }
  return exitCodes.ok;
}

async function rolesOf(host: Host): Promise<readonly Role[]> {
  const loaded = await loadSettings({ env: host.env });
  await using runtime = openRuntime(host, { loaded, onWarning: (message) => printRemark(host, message) });
  return await runtime.roles();
}

function asData({ name, description, tools, model, source, path, instructions }: Role): object {
  return { name, description, tools: tools ?? null, model: model ?? null, source, path, instructions };
}
