import type { Command } from "commander";
import type { Host } from "../host.ts";
import { examples } from "./option-values.ts";

interface JsonFlag {
  readonly json?: boolean;
}

/** `hermes agents`. */
export function addAgents(program: Command, host: Host, end: (code: number) => void): void {
  const agents = program
    .command("agents")
    .description("see the roles that agents working for the agent can have")
    .helpCommand(false);
  agents
    .command("list")
    .description("every role of yours and of this project, with when it is used")
    .option("--json", "as JSON")
    .addHelpText("after", examples(["hermes agents list", "hermes agents list --json"]))
    .action(async (flags: JsonFlag) => {
      end(await (await import("../commands/agents.ts")).listAgents(flags, host));
    });
  agents
    .command("show")
    .description("what a role may use, and what it is told")
    .argument("<name>", "as `hermes agents list` shows it")
    .option("--json", "as JSON")
    .action(async (name: string, flags: JsonFlag) => {
      end(await (await import("../commands/agents.ts")).showAgent(name, flags, host));
    });
}
