import { contextCommand, defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Environment } from "@hermes/registry";
import type { Terminal } from "../prompt/terminal.ts";
import { onlyAscii } from "../render/charts.ts";

/** `/context` with bars, as wide as the terminal. */
export function createContextCommand({
  terminal: { screen, style },
  env,
}: {
  readonly terminal: Terminal;
  readonly env: Environment;
}): SlashCommand {
  return defineSlashCommand({
    ...contextCommand,
    async run({ session }) {
      const { contextLines } = await import("../render/context-lines.ts");
      const columns = Number.isFinite(screen.columns) ? screen.columns : 80;
      const usage = await session.agent.context();
      for (const line of contextLines(usage, { columns, style, ascii: onlyAscii(env) })) screen.note(line);
      return {};
    },
  });
}
