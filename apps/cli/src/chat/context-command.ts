import { contextCommand, defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { Environment } from "@hermes/registry";
import type { Face } from "./face.ts";
import { onlyAscii } from "../render/charts.ts";

/** `/context` with bars, as wide as the terminal. */
export function createContextCommand({
  face,
  env,
}: {
  readonly face: Face;
  readonly env: Environment;
}): SlashCommand {
  return defineSlashCommand({
    ...contextCommand,
    async run({ session }) {
      const { contextLines } = await import("../render/context-lines.ts");
      const columns = Number.isFinite(face.columns) ? face.columns : 80;
      const usage = await session.agent.context();
      for (const line of contextLines(usage, { columns, style: face.style, ascii: onlyAscii(env) }))
        face.note(line);
      return {};
    },
  });
}
