import type { CompoundCommand, PipelineNode, Script, Statement, AndOr } from "unbash";

export type { Command, PipelineNode, Statement } from "unbash";

/** Whatever may stand where a command does. */
export type Node = PipelineNode | AndOr | CompoundCommand | Statement["command"];

/** Undefined when it is no valid shell command: the shell itself then says what is wrong with it. */
export async function parseShell(command: string): Promise<Script | undefined> {
  const { parse } = await import("unbash");
  const script = parse(command);
  return script.errors === undefined || script.errors.length === 0 ? script : undefined;
}
