import { Argument, InvalidArgumentError, type Command } from "commander";
import type { AgentName } from "../commands/import/agent-places.ts";
import type { ImportFlags } from "../commands/import/import-agents.ts";
import type { ImportKind } from "../commands/import/import-item.ts";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

/** As `agentNames`, which is not loaded for this. */
const agents = ["claude-code", "codex", "cursor"] as const satisfies readonly AgentName[];
const kinds = ["mcp", "skills", "memory"] as const satisfies readonly ImportKind[];

/** `hermes import`. */
export function addImportAgents(program: Command, host: Host, end: (code: number) => void): void {
  program
    .command("import")
    .description("take over MCP servers, skills and notes of Claude Code, Codex and Cursor")
    .addArgument(new Argument("[agent]", "only of this one").choices(agents))
    .option("--only <kinds>", "mcp, skills or memory; several with commas", kindsOf)
    .option("--dry-run", "only show what there is")
    .option("-y, --yes", "do not ask about what is yours and passes the scan; what a project brings is left")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(["hermes import --dry-run", "hermes import", "hermes import codex --only mcp"]),
    )
    .action(async (agent: AgentName | undefined, flags: ImportFlags) => {
      end(await (await import("../commands/import/import-agents.ts")).importAgents(agent, flags, host));
    });
}

function kindsOf(text: string): readonly ImportKind[] {
  return text.split(",").map((word) => {
    const kind = kinds.find((each) => each === word.trim());
    if (kind === undefined) throw new InvalidArgumentError(`There is ${kinds.join(", ")}.`);
    return kind;
  });
}
