import { HermesError } from "@hermes/registry";
import { findPluginProgram } from "./find-plugin-program.ts";
import type { OpenPluginOptions } from "./open-plugin-options.ts";
import { PluginConnection } from "./plugin-connection.ts";
import type { PluginEnd } from "./plugin-connection.ts";
import type { PluginLimits } from "./plugin-limits.ts";

export interface ConnectPluginOptions extends OpenPluginOptions {
  readonly cwd: string;
  readonly limits: PluginLimits;
  /** Aborted when the plug-in is used no more. */
  readonly closing: AbortSignal;
  readonly onEnd: (end: PluginEnd) => void;
}

/** Starts a process and has it load the module. */
export async function connectPlugin(options: ConnectPluginOptions): Promise<PluginConnection> {
  const { name, main, folder, settings, variables, limits } = options;
  const program = findPluginProgram();
  const started = await options.start({
    plugin: name,
    command: [
      process.execPath,
      `--max-old-space-size=${limits.memoryMb}`,
      // Node calls the types of TypeScript an experiment.
      "--disable-warning=ExperimentalWarning",
      program.file,
      String(limits.memoryMb * 2),
    ],
    cwd: options.cwd,
    readable: program.readable,
  });
  const { onLog = () => undefined } = options;
  const connection = new PluginConnection({ name, process: started, limits, onLog, onEnd });
  function onEnd(end: PluginEnd): void {
    options.closing.removeEventListener("abort", close);
    options.onEnd(end);
  }
  const close = (): void => connection.close(options.closing.reason);
  if (options.closing.aborted) close();
  options.closing.addEventListener("abort", close, { once: true });
  const timer = setTimeout(() => {
    connection.fail(
      new HermesError(`The plug-in "${name}" was not loaded within ${limits.loadMs / 1000} s.`, {
        code: "PLUGIN_TIMED_OUT",
        hint: "Its module should do its work in its functions, and none while it is imported.",
      }),
    );
  }, limits.loadMs);
  try {
    connection.send({ start: { main, folder, settings, variables } });
    await connection.loaded;
    return connection;
  } finally {
    clearTimeout(timer);
  }
}
