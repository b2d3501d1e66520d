import type { Command, Node, PipelineNode, Statement } from "./shell-syntax.ts";
import { parseShell } from "./shell-syntax.ts";
import { isEndlessProgram } from "./endless-programs.ts";

/** Cheap to ask: most commands hold none of these words, and the parser is never loaded. */
const suspicious =
  /&|\b(?:nohup|setsid|disown|tail|watch|serve|server|dev|start|preview|up|follow|infinity|ping|runserver|vite|nodemon|uvicorn|gunicorn|hypercorn|flask|rails|php|jupyter|streamlit|logs|journalctl|storybook)\b|(?:^|\s)-\w*[fFwS]|--watch|--follow|http\.server/;

/**
 * Why a command would never come back by itself; undefined when it looks as if it does. Words in quotes, in
 * comments and in here-documents do not count.
 */
export async function whyEndless(command: string): Promise<string | undefined> {
  if (!suspicious.test(command)) return undefined;
  const script = await parseShell(command);
  return script === undefined ? undefined : reasonIn(script.commands);
}

function reasonIn(statements: readonly Statement[]): string | undefined {
  const detached = statements.find(({ background }) => background === true);
  // A job that the script itself waits for or ends does not stay behind.
  if (detached !== undefined && !statements.some(looksAfterJobs)) {
    return "it leaves a process behind with `&`";
  }
  for (const statement of statements) {
    if (statement.background === true) continue;
    const reason = reasonInCommand(statement.command);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonInCommand(node: Node): string | undefined {
  switch (node.type) {
    case "Command":
      return reasonOfProgram(node);
    case "Pipeline":
      return reasonInPipeline(node.commands);
    case "AndOr":
      return firstReason(node.commands);
    case "Redirected":
      return reasonInCommand(node.command);
    case "Subshell":
    case "BraceGroup":
      return reasonIn(node.body.commands);
    case "If":
      return reasonIn([
        ...node.clause.commands,
        ...node.then.commands,
        ...node.elif.flatMap((each) => [...each.clause.commands, ...each.then.commands]),
        ...(node.else?.commands ?? []),
      ]);
    case "For":
    case "While":
      return reasonIn(node.body.commands);
    default:
      return undefined;
  }
}

/** What reads only so much ends what writes to it. */
function reasonInPipeline(commands: readonly PipelineNode[]): string | undefined {
  const last = commands.at(-1);
  if (last?.type === "Command" && ["head", "sed"].includes(last.name?.value ?? "")) return undefined;
  return firstReason(commands);
}

function firstReason(commands: readonly Node[]): string | undefined {
  for (const command of commands) {
    const reason = reasonInCommand(command);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

function reasonOfProgram(command: Command): string | undefined {
  const words = wordsOf(command);
  const name = words[0] ?? "";
  if (name === "nohup" || name === "setsid" || name === "disown") {
    return `\`${name}\` lets it go on unseen`;
  }
  const program = isEndlessProgram(words);
  return program === undefined ? undefined : `\`${program}\` runs until it is stopped`;
}

function looksAfterJobs({ command }: Statement): boolean {
  const commands: readonly Node[] =
    command.type === "AndOr" || command.type === "Pipeline" ? command.commands : [command];
  return commands.some(
    (each) => each.type === "Command" && ["wait", "kill", "pkill", "fg"].includes(each.name?.value ?? ""),
  );
}

/** The program and its arguments as they will be, as far as that is known. */
function wordsOf({ name, args }: Command): readonly string[] {
  const values = args.flatMap((argument) => (argument.type === "Word" ? [argument.value] : [argument.text]));
  return name === undefined ? values : [name.value, ...values];
}
