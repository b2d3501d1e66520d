import { judgeCommand } from "../src/index.ts";
import type { CommandVerdict, JudgeCommandOptions, Places } from "../src/index.ts";

export const places: Places = {
  workspace: "/home/user/project",
  homedir: "/home/user",
  home: "/home/user/.hermes",
};

export async function judge(
  command: string,
  reading?: JudgeCommandOptions["reading"],
): Promise<CommandVerdict> {
  return await judgeCommand(command, { cwd: places.workspace, places, reading });
}

export type Decision = "allow" | "ask" | "refuse";

export async function decide(command: string): Promise<Decision> {
  const { findings } = await judge(command);
  if (findings.some(({ severity }) => severity === "refuse")) return "refuse";
  return findings.length > 0 ? "ask" : "allow";
}
