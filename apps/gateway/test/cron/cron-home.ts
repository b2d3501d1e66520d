import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadSettings } from "@hermes/config";
import type { JobAuthor, JobRequest, Slot } from "@hermes/cron";
import { scripted } from "@hermes/models";
import type { ScriptedFunction, ScriptedModel, ScriptedStep } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import type { HomeCron, Runtime, RuntimeOptions } from "@hermes/runtime";
import { gatewayMigrations, openGatewayHome, tickOnce } from "../../src/index.ts";
import type { GatewayHome } from "../../src/index.ts";
import type { Person } from "../support.ts";

/** The home of a person without a gateway, for jobs. */
export interface OpenCronHome extends AsyncDisposable {
  readonly runtime: Runtime;
  readonly home: GatewayHome;
  readonly cron: HomeCron;
  readonly model: ScriptedModel;
  /** Makes a job of the person's, in their chat of this machine, and asks for a run. */
  asked(request: JobRequest, author?: Partial<JobAuthor>): Promise<Slot>;
  /** Fires once. @returns The receipt of the only run. */
  tick(now?: () => number): Promise<Slot>;
  /** What is to be sent to chats, in order. */
  outbox(): Promise<readonly string[]>;
}

export const chat = { platform: "local", chatId: "me", userId: "me" } as const;

export async function openCronHome(
  person: Omit<Person, "configure">,
  script: readonly ScriptedStep[] | ScriptedFunction = [],
  options: Partial<RuntimeOptions> = {},
): Promise<OpenCronHome> {
  const loaded = await loadSettings({ env: person.env });
  const model = scripted(script);
  const runtime = createRuntime({
    ...{ loaded, env: loaded.env, cwd: person.home, platform: "cli", model, migrations: gatewayMigrations },
    housekeepingAfterMs: Number.POSITIVE_INFINITY,
    ...options,
  });
  const home = await openGatewayHome({ runtime });
  const cron = await runtime.cron();
  return {
    ...{ runtime, home, cron, model },
    async asked(request, author = {}) {
      const { job } = await cron.jobs.create(
        { schedule: "every day at 9", ...request },
        { by: "person", origin: chat, ...author },
      );
      return (await cron.jobs.run(job.id)).slot;
    },
    async tick(now) {
      const { heldBy, ran } = await tickOnce({ runtime, home, now });
      const [slot, ...others] = ran;
      if (slot === undefined || others.length > 0)
        throw new Error(`${ran.length} runs ended; another one fires: ${heldBy !== undefined}.`);
      return slot;
    },
    async outbox() {
      const rows = (await runtime.store()).read((tables) =>
        tables.all("SELECT message FROM gateway_outbox ORDER BY id"),
      );
      return rows.map(({ message }) => String((JSON.parse(String(message)) as { text: unknown }).text));
    },
    [Symbol.asyncDispose]: async () => await runtime[Symbol.asyncDispose](),
  };
}

/** Writes a script of jobs. */
export async function addScript({ home }: Person, name: string, text: string): Promise<void> {
  const path = join(home, "scripts", name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}
