import { hearsGatewayEvent, parseCommandVerdict } from "@hermes/plugins/hooks";
import type { CommandVerdict, GatewayHook, ProgramOutput } from "@hermes/plugins/hooks";
import type { AgreedHooks } from "./agreed-hooks.ts";
import type { FoundGatewayHook } from "./find-gateway-hooks.ts";
import type { HomeGatewayHooks } from "./home-hooks.ts";
import type { RunnableHook } from "./runnable-hook.ts";

export interface GatewayHooksOptions {
  readonly agreed: AgreedHooks;
  readonly found: readonly FoundGatewayHook[];
  /** Folder that the gateway works in. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

type Hook = GatewayHook & RunnableHook;

/** The hook folders as a gateway tells them what happens. Each is looked at again before it runs. */
export async function openGatewayHooks(options: GatewayHooksOptions): Promise<HomeGatewayHooks> {
  const { agreed, found, cwd, signal, warn } = options;
  const hooks = found.flatMap(({ hook }) => hook ?? []);
  const notes: string[] = found.flatMap(({ problem }) => problem ?? []);
  for (const hook of hooks) {
    // oxlint-disable-next-line no-await-in-loop -- a few folders, in order
    const { state } = await agreed.standing(hook, cwd);
    if (state !== "used" && state !== "refused") notes.push(noteOf(hook, state));
  }
  const run = async (
    hook: Hook,
    event: string,
    context: Readonly<Record<string, unknown>>,
  ): Promise<ProgramOutput | undefined> => {
    const payload = { hook_event_name: event, cwd, ...context, extra: {} };
    const { session_id: session } = context;
    return await agreed.run(
      { ...hook, eventName: event },
      { cwd, input: JSON.stringify(payload), sessionId: typeof session === "string" ? session : "", signal },
    );
  };
  const each = async <Result>(
    event: string,
    context: Readonly<Record<string, unknown>>,
    read: (output: ProgramOutput) => Result | undefined,
  ): Promise<Result | undefined> => {
    for (const hook of hooks) {
      if (!hearsGatewayEvent(hook, event) || signal.aborted) continue;
      try {
        // oxlint-disable-next-line no-await-in-loop -- the first that says something counts
        const output = await run(hook, event, context);
        const result = output && read(output);
        if (result !== undefined) return result;
      } catch (error) {
        if (!signal.aborted)
          warn(
            `The hook "${hook.name}" failed at ${event}: ${error instanceof Error ? error.message : String(error)}`,
          );
      }
    }
    return undefined;
  };
  return {
    notes,
    hears: (event) => hooks.some((hook) => hearsGatewayEvent(hook, event)),
    async tell(event, context) {
      await each(event, context, (output) => void succeeded(output));
    },
    command: async (name, context) =>
      await each(`command:${name}`, context, (output): CommandVerdict | undefined => {
        if (output.exitCode === 2) return { decision: "deny", text: output.stderr.trim().slice(0, 4_000) };
        return parseCommandVerdict(succeeded(output));
      }),
  };
}

function succeeded({ exitCode, stdout, stderr }: ProgramOutput): string {
  if (exitCode === 0) return stdout;
  throw new Error(`it ended with the exit code ${exitCode}. ${stderr.trim().slice(-1_000)}`.trim());
}

function noteOf({ name }: Hook, state: string): string {
  const why = {
    asked: "nobody has agreed to it",
    changed: "its files are not those that were agreed to",
    unheld: "the jail that is to hold it can't be made here",
  }[state];
  return `The hook "${name}" is not used: ${why ?? state}. To agree to it: hermes hooks allow ${name}${state === "unheld" ? " --no-jail" : ""}`;
}
