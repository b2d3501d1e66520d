import type { Environment } from "@hermes/registry";
import { createRuntime } from "@hermes/runtime";
import { commandHint } from "@hermes/runtime/hints";
import { HermesError } from "@hermes/registry";
import { runGateway } from "./run-gateway.ts";

/** `hermes-gateway`: what `hermes gateway run` does, as a program of its own. @returns Its exit code. */
export async function main(env: Environment): Promise<number> {
  const stop = new AbortController();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop.abort());
  try {
    await runGateway({
      env,
      createRuntime,
      say: (line) => void process.stderr.write(`${line}\n`),
      stopped: stop.signal,
      onReload(listener) {
        process.on("SIGHUP", listener);
        return () => process.off("SIGHUP", listener);
      },
    });
    return 0;
  } catch (error) {
    const next = HermesError.is(error) ? commandHint(error) : undefined;
    const hint = next === undefined ? "" : ` ${next}`;
    process.stderr.write(
      `hermes-gateway: ${error instanceof Error ? error.message : String(error)}${hint}\n`,
    );
    return 1;
  }
}
