import { defineSlashCommand } from "@hermes/agent-loop/controller";
import type { SlashCommand } from "@hermes/agent-loop/controller";
import type { SkinCommandOptions } from "./run-skin-command.ts";

/** `/skin` lists the looks of this screen with a sample of each; `/skin NAME` puts one on at once. Loaded when it is typed. */
export function createSkinCommand(options: SkinCommandOptions): SlashCommand {
  return defineSlashCommand({
    name: "skin",
    kind: "configuration",
    hint: "[name]",
    summary: "List the looks of this screen, or put one on: --keep for good.",
    whileBusy: true,
    async run({ rest }) {
      const { runSkinCommand } = await import("./run-skin-command.ts");
      return await runSkinCommand(rest, options);
    },
  });
}
