import { childEnvironment } from "@hermes/terminal-backends";
import type { Backend } from "@hermes/terminal-backends";
import { createCommandTransport, createRemoteBackend, findProgram } from "@hermes/terminal-backends/remote";
import type { ClientCommand, TransportFailure } from "@hermes/terminal-backends/remote";
import { HermesError } from "@hermes/registry";
import type { Environment } from "@hermes/registry";
import { randomBytes } from "node:crypto";
import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import type { UsedPlugin } from "../workspace-plugins.ts";
import { wrongAnswer } from "../wrong-answer.ts";

export interface PluginBackendOptions {
  readonly plugin: UsedPlugin;
  /** Of its backend. */
  readonly name: string;
  /** Folder of the work on this machine. */
  readonly hostFolder: string;
  /** Folder there that tasks start in. Undefined: where a shell starts. */
  readonly cwd?: string | undefined;
  /** The environment of this process; its programs get the harmless part of it. */
  readonly env: Environment;
  /** Aborted when nothing is run any more. */
  readonly closing: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Long enough for an image to be pulled. */
const openMs = 600_000;
const commandMs = 30_000;
const closeMs = 30_000;
const mostArguments = 200;
/** Of all of them. The system takes 128 KiB for one. */
const mostBytes = 100_000;

const commandLine = z
  .array(z.string().refine((word) => !word.includes("\0"), "has a NUL"))
  .min(1)
  .max(mostArguments)
  .refine((words) => words.reduce((sum, word) => sum + Buffer.byteLength(word), 0) <= mostBytes, {
    error: `has more than ${mostBytes} bytes`,
  });

/**
 * A place for commands that a plug-in gives. The plug-in says what is started; Hermes starts it, outside of the wall, as the person, and
 * only programs that the manifest names.
 */
export function createPluginBackend(options: PluginBackendOptions): Backend {
  const { plugin, name, hostFolder, cwd, env, closing, warn } = options;
  const { running, manifest, description } = plugin;
  const title = description.backends[name]?.title ?? name;
  const place = `hermes-${randomBytes(6).toString("hex")}`;
  const ask = async (of: "open" | "command" | "close", params: object, limits: Limits): Promise<unknown> =>
    await running.call(["backends", name, of], { place, ...params }, { cwd: hostFolder, ...limits });
  const transport = createCommandTransport({
    env: childEnvironment(env),
    async open({ again }) {
      await ask("open", { again }, { signal: closing, timeoutMs: openMs });
    },
    async command(of) {
      const given = await ask("command", of, { signal: closing, timeoutMs: commandMs });
      return commandOf(given, { plugin, name, env });
    },
    // Nothing is known about the place: making it anew may help, and whoever tries in vain is told this.
    explain: ({ errors }): TransportFailure => ({
      kind: "lost",
      notice: `${title} was lost${lastWords(errors)}.`,
    }),
    async close() {
      if (running.off !== undefined) return;
      try {
        await ask("close", {}, { signal: AbortSignal.timeout(closeMs), timeoutMs: closeMs });
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        warn(`The plug-in "${manifest.name}" could not give back its backend "${name}": ${why}`);
      }
    },
  });
  return createRemoteBackend({
    kind: name,
    // Where it is, nobody knows: it may be this machine, with the person's rights.
    capabilities: { pty: true, isolated: false, reattach: false },
    ...{ transport, cwd },
  });
}

interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** @throws {HermesError} `PLUGIN_FAILED`, `PLUGIN_MAY_NOT_RUN`, `BACKEND_PROGRAM_MISSING`. */
function commandOf(
  given: unknown,
  { plugin: { manifest }, name, env }: Pick<PluginBackendOptions, "plugin" | "name" | "env">,
): ClientCommand {
  const read = commandLine.safeParse(given);
  if (!read.success) throw wrongAnswer(manifest.name, `the backend "${name}"`, read.error);
  const [program = "", ...args] = read.data;
  if (!manifest.may.run.includes(program))
    throw new HermesError(
      `The plug-in "${manifest.name}" may not run ${JSON.stringify(program.slice(0, 100))} for its backend "${name}".`,
      {
        code: "PLUGIN_MAY_NOT_RUN",
        hint: `Its plugin.yaml names under may.run: ${manifest.may.run.join(", ") || "nothing"}. Its author can change that, and you agree to it anew.`,
      },
    );
  return { program: findProgram([program], env), args };
}

function lastWords(errors: string): string {
  const line = stripVTControlCharacters(errors).trim().split("\n").at(-1)?.replace(/\s+/g, " ").trim() ?? "";
  return line === "" ? "" : `: ${line.slice(0, 300).replace(/\.$/, "")}`;
}
