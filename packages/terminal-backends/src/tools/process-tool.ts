import type { Tool, ToolAction, ToolContext } from "@hermes/registry";
import { defineTool, textArgument, toolError } from "@hermes/registry";
import { z } from "zod";
import { pageOfLines } from "../processes/page-of-lines.ts";
import { plainText } from "../processes/plain-text.ts";
import type { ProcessTable } from "../processes/process-table.ts";
import type { TrackedProcess } from "../processes/tracked-process.ts";
import { summaryOf, viewOf } from "./process-result.ts";
import { progressReporter } from "./progress.ts";
import { sendInput } from "./send-input.ts";
import { waitForEnd } from "./wait-for-end.ts";

export interface ProcessToolOptions {
  readonly processes: ProcessTable;
  /** Whether processes run behind a wall. */
  readonly walled: boolean;
}

const defaultWaitSeconds = 60;
const maxWaitSeconds = 3_600;
const defaultPageLines = 200;

const input = z.object({
  action: z.enum(["list", "poll", "log", "wait", "kill", "write", "submit", "close"]),
  session_id: z.string().optional().describe("The process. Needed by all but list."),
  data: z
    .string()
    .optional()
    .describe('For write and submit. Keys as characters: "\\u0003" is Ctrl-C, "\\u001b[A" is Up.'),
  timeout: z
    .number()
    .positive()
    .max(maxWaitSeconds)
    .optional()
    .describe(`Seconds to wait. Default ${defaultWaitSeconds}.`),
  offset: z.int().min(1).optional().describe("First line of log. Default: the last lines."),
  limit: z.int().min(1).max(2_000).optional().describe(`Lines of log. Default ${defaultPageLines}.`),
});

type Input = z.infer<typeof input>;

const type = { name: "terminal.input", summary: "type into a process that runs" };
const watch = {
  ...{ name: "terminal.watch", summary: "list the processes and read their output" },
  readOnly: true,
};
const kill = { name: "terminal.kill", summary: "end a process that was started in the background" };

function actionOf({ action, data = "" }: Input): ToolAction {
  if (data !== "" || action === "write" || action === "submit" || action === "close") return type;
  return action === "kill" ? kill : watch;
}

/** Looks after what `terminal` started in the background; see `terminalTools`. */
export function createProcessTool({ processes, walled }: ProcessToolOptions): Tool {
  return defineTool({
    name: "process",
    toolset: "terminal",
    description: [
      "Look after processes that terminal started with background.",
      "list; poll: status and newest output, or the screen of a pty; log: pages of output; wait: until it ends; kill: with everything it started; write: send data as it is; submit: data and Enter; close: end its input. write and submit answer with what it shows then.",
    ].join("\n"),
    emoji: "⚙️",
    input,
    action: { of: [type, watch, kill], choose: (given) => actionOf(given).name },
    argument(given) {
      if (actionOf(given) !== type) return textArgument(given);
      const { action, data = "", session_id: typedInto = "" } = given;
      return {
        kind: "command",
        text: action === "submit" ? `${data}\n` : data,
        typedInto,
        behindWall: walled,
      };
    },
    aliases: { process_id: "session_id" },
    detail: ({ action, session_id: id }) => (id === undefined ? action : `${action} ${id}`),
    async execute(given, context) {
      const { taskId } = context;
      if (given.action === "list") return { processes: (await processes.list(taskId)).map(summaryOf) };
      const { session_id: id } = given;
      const entry = id === undefined ? undefined : await processes.find(taskId, id);
      if (entry === undefined) return unknownProcess(id, await processes.list(taskId));
      const result = await act(entry, { given, context });
      // It is in this result: no notice needs to say it again.
      if (!entry.isRunning) await entry.endIsKnown();
      return result;
    },
  });
}

interface Action {
  readonly given: Input;
  readonly context: ToolContext;
}

async function act(entry: TrackedProcess, { given, context }: Action): Promise<object> {
  const { action, data = "", timeout = defaultWaitSeconds, offset, limit = defaultPageLines } = given;
  const { signal } = context;
  switch (action) {
    case "kill":
      if (entry.isRunning) await entry.kill();
      return await viewOf(entry);
    case "log":
      return { ...summaryOf(entry), ...pageOfLines(plainText(entry.output()), { offset, limit }) };
    case "wait": {
      const reporter = progressReporter(context);
      try {
        const onOutput = reporter?.push;
        const hasEnded = await waitForEnd(entry, { timeoutMs: timeout * 1_000, signal, onOutput });
        return { ...(await viewOf(entry)), ...(hasEnded ? {} : { waited_seconds: timeout }) };
      } finally {
        reporter?.end();
      }
    }
    case "write":
    case "submit":
      await sendInput(entry, {
        text: action === "write" ? data : data + (entry.record.pty ? "\r" : "\n"),
        signal,
      });
      return await viewOf(entry);
    case "close":
      await entry.closeInput();
      return await viewOf(entry);
    default:
      return await viewOf(entry);
  }
}

function unknownProcess(id: string | undefined, known: readonly TrackedProcess[]): object {
  const ids = known.map(({ record }) => record.id);
  return toolError(
    id === undefined ? "Which process? session_id is missing." : `There is no process "${id}".`,
    {
      hint: ids.length === 0 ? "None was started in the background." : `There are: ${ids.join(", ")}.`,
    },
  );
}
