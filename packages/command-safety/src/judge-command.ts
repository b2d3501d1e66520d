import type { Mount } from "./paths/mounts.ts";
import type { Places } from "./paths/places.ts";
import type { ScriptSource } from "./scripts/script-files.ts";
import type { CommandVerdict } from "./verdict.ts";

export interface JudgeCommandOptions {
  /** Folder that the command starts in. Absolute. */
  readonly cwd: string;
  readonly places: Places;
  /** Where it runs. Isolated: what stays inside is not asked about, except below `mounts` and with `forwarded` variables. */
  readonly backend?:
    | {
        readonly kind: string;
        readonly isolated: boolean;
        readonly mounts?: readonly Mount[] | undefined;
        readonly forwarded?: readonly string[] | undefined;
      }
    | undefined;
  /** Variables that the shell is known to start with, beside `HOME` and `PWD`. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** What is known of files that it runs. What they hold is read from the disk, where the backend is this machine. */
  readonly scripts?: ScriptSource | undefined;
  /**
   * `open`: what is known to be dangerous is asked about. `closed`: so is all that is not known for sure, for a machine on
   * which nothing else holds the command. An isolated backend is read openly.
   * @default "open"
   */
  readonly reading?: "open" | "closed" | undefined;
}

/**
 * Reads a shell command without running it and says what speaks against it. What cannot be read, or not in time, is
 * asked about: the verdict is never better than what was understood.
 *
 * @returns No findings when nothing speaks against it. Commands of up to 100 000 characters are read, for about 50 ms.
 * Scripts that it runs are read, too: up to 60 files of 100 000 bytes, for about 400 ms.
 */
export async function judgeCommand(command: string, options: JudgeCommandOptions): Promise<CommandVerdict> {
  // The parser and the rows are loaded with the first command.
  const { readCommand } = await import("./read-command.ts");
  return await readCommand(command, options);
}
