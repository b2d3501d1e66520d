import type { Places } from "../paths/places.ts";
import type { CommandVerdict } from "./verdict.ts";

export interface JudgeCommandOptions {
  /** Folder that the command starts in. Absolute. */
  readonly cwd: string;
  readonly places: Places;
  /** Where it runs. Isolated: what stays inside is not asked about, except below `mounts`. */
  readonly backend?:
    | { readonly kind: string; readonly isolated: boolean; readonly mounts?: readonly string[] | undefined }
    | undefined;
  /** Variables that the shell is known to start with, beside `HOME` and `PWD`. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
}

/** Reads a shell command without running it and says what speaks against it. */
export async function judgeCommand(command: string, options: JudgeCommandOptions): Promise<CommandVerdict> {
  await Promise.resolve();
  const reason = `"${command.slice(0, 80)}" was not read.`;
  return { findings: [{ id: `command.unread`, severity: "ask", reason }], understood: false, effects: [], commands: [{ argv: [options.cwd], text: command }] };
}
