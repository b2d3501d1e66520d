import type { RunningPlugin } from "@hermes/plugins/host";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A plug-in that is tried: what it keeps goes with it. */
export async function withOwnData(open: (data: string) => RunningPlugin): Promise<RunningPlugin> {
  const data = await mkdtemp(join(await realpath(tmpdir()), "hermes-plugin-data-"));
  const running = open(data);
  return {
    name: running.name,
    get off() {
      return running.off;
    },
    describe: async (options) => await running.describe(options),
    call: async (path, params, options) => await running.call(path, params, options),
    stream: (path, params, options) => running.stream(path, params, options),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await rm(data, { recursive: true, force: true });
    },
  };
}
