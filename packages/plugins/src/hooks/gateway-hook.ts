import { createHash } from "node:crypto";
import { describeProblems, HermesError, nearest } from "@hermes/registry";
import { parse } from "yaml";
import { z } from "zod";
import { shellWords } from "@hermes/registry/programs";

export const gatewayHookFile = "HOOK.yaml";

/** Files beside it that are run where it names no command; the first that is there. */
export const gatewayHandlers: readonly string[] = [
  "handler.sh",
  "handler.js",
  "handler.mjs",
  "handler.ts",
  "handler.py",
];

const plainEvents = [
  "gateway:startup",
  "session:start",
  "session:end",
  "session:reset",
  "session:compress",
  "agent:start",
  "agent:step",
  "agent:end",
] as const;

/** A folder of the home that is told what happens in a gateway. */
export interface GatewayHook {
  readonly name: string;
  readonly description: string;
  /** `command:*`: every command. */
  readonly events: readonly string[];
  /** Program and arguments, run in any folder. */
  readonly command: readonly string[];
  readonly timeoutMs: number;
  readonly hosts: readonly string[];
  /** SHA-256 of what a person agrees to, but for the files of the folder. */
  readonly id: string;
}

/** What a hook of a command may say. */
export type CommandVerdict =
  | { readonly decision: "deny"; readonly text: string }
  | { readonly decision: "handled"; readonly text: string }
  | { readonly decision: "rewrite"; readonly message: string };

const event = z.string().refine(isGatewayEvent, {
  error: ({ input }) => {
    const near = nearest(String(input), [...plainEvents, "command:*"]);
    return `no event of a gateway is called ${JSON.stringify(input)}${near === undefined ? "" : `; did you mean ${near}?`}`;
  },
});

const form = z.object({
  name: z.string().optional(),
  description: z.string().default(""),
  events: z.array(event).min(1),
  command: z.union([z.string().min(1), z.array(z.string()).min(1)]).optional(),
  timeout: z.number().positive().max(300).default(60),
  hosts: z.array(z.string()).default([]),
});

function isGatewayEvent(name: string): boolean {
  return plainEvents.some((each) => each === name) || /^command:(?:\*|[\w-]+)$/u.test(name);
}

/**
 * Reads the `HOOK.yaml` of a folder.
 *
 * @param found `name`: of the folder, `handler`: absolute, the first of `gatewayHandlers` in it; `node`: what runs those in JavaScript.
 * @throws {HermesError} `HOOK_BAD_FOLDER`
 */
export function parseGatewayHook(
  text: string,
  {
    name,
    handler,
    homedir,
    node,
  }: {
    readonly name: string;
    readonly handler: string | undefined;
    readonly homedir: string;
    readonly node: string;
  },
): GatewayHook {
  const bad = (why: string): HermesError =>
    new HermesError(`The hook folder "${name}" can't be used: ${why}.`, {
      code: "HOOK_BAD_FOLDER",
      hint: `Correct its ${gatewayHookFile}; docs/hooks.md lists what it can say.`,
    });
  let tree: unknown;
  try {
    tree = parse(text, { maxAliasCount: 10 });
  } catch (error) {
    throw bad(error instanceof Error ? (error.message.split("\n", 1)[0] ?? "") : String(error));
  }
  const read = form.safeParse(tree);
  if (!read.success)
    throw bad(describeProblems(read.error.issues, tree, z.toJSONSchema(form, { io: "input" })).join("; "));
  const { description, events, timeout, hosts, command: written } = read.data;
  const words =
    typeof written === "string" ? shellWords(written) : (written ?? handlerCommand(handler, node));
  if (words === undefined || words.length === 0)
    throw bad(`it has neither a command nor one of ${gatewayHandlers.join(", ")}`);
  const command = words.map((word) => word.replace(/^~(?=\/|$)/u, () => homedir));
  const id = createHash("sha256")
    .update(JSON.stringify(["gateway", name, events, command, hosts]))
    .digest("hex");
  return { name, description, events, command, timeoutMs: timeout * 1_000, hosts, id };
}

export function hearsGatewayEvent({ events }: Pick<GatewayHook, "events">, name: string): boolean {
  return events.includes(name) || (name.startsWith("command:") && events.includes("command:*"));
}

const verdict = z.union([
  z.object({ decision: z.literal("allow") }),
  z.object({
    decision: z.literal("deny"),
    text: z.string().max(4_000).default("This command is not allowed here."),
  }),
  z.object({ decision: z.literal("handled"), text: z.string().max(20_000).default("") }),
  z.object({ decision: z.literal("rewrite"), message: z.string().min(1).max(20_000) }),
]);

const asOriginal = z.looseObject({ message: z.string().optional(), reason: z.string().optional() });

/**
 * What a hook said about a command, as JSON. Undefined: nothing.
 *
 * @throws {HermesError} `HOOK_BAD_ANSWER`
 */
export function parseCommandVerdict(output: string): CommandVerdict | undefined {
  if (output.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(output);
    const { message, reason, ...said } = asOriginal.parse(value);
    if (Object.keys(said).length === 0 && message === undefined) return undefined;
    const text = said["text"] ?? message ?? reason;
    const read = verdict.parse({ ...said, message, ...(text === undefined ? {} : { text }) });
    return read.decision === "allow" ? undefined : read;
  } catch {
    throw new HermesError(`It printed what is no answer: ${JSON.stringify(output.slice(0, 200))}`, {
      code: "HOOK_BAD_ANSWER",
      hint: "A hook prints one JSON object, or nothing. See docs/hooks.md.",
    });
  }
}

function handlerCommand(path: string | undefined, node: string): readonly string[] | undefined {
  if (path === undefined) return undefined;
  if (path.endsWith(".sh")) return ["sh", path];
  return path.endsWith(".py") ? ["python3", "-c", pythonHandler, path] : [node, path];
}

/** Handlers of the original are modules with a function; one that reads its input by itself works too. */
const pythonHandler = `
import asyncio, inspect, io, json, runpy, sys
text = sys.stdin.read()
sys.stdin = io.StringIO(text)
handle = runpy.run_path(sys.argv[1], run_name="__main__").get("handle")
if callable(handle):
    event = json.loads(text)
    given = handle(event["hook_event_name"], event)
    given = asyncio.run(given) if inspect.isawaitable(given) else given
    if isinstance(given, dict): print(json.dumps(given))
`;
