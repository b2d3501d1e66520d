import type { ReportName } from "./controller-ports.ts";
import { defineSlashCommand } from "./slash-command.ts";
import type { DefineSlashCommandOptions, SlashCommand } from "./slash-command.ts";

export interface ReportCommandOptions extends Omit<DefineSlashCommandOptions, "name" | "run" | "whileBusy"> {
  readonly name: ReportName;
  /** Said where the program has no such report. */
  readonly absent: string;
}

/** A command that shows what the program around tells about itself, also while a turn runs. */
export function reportCommand({ absent, ...options }: ReportCommandOptions): SlashCommand {
  return defineSlashCommand({
    kind: "info",
    ...options,
    whileBusy: true,
    async run({ session, ports, signal }) {
      const report = ports.reports?.[options.name];
      return report === undefined ? { lines: [absent] } : await report({ sessionId: session.id, signal });
    },
  });
}
