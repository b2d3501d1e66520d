import { loadSettings } from "@hermes/config";
import { createRuntime } from "@hermes/runtime";
import { expect, test } from "vitest";
import { gatewayMigrations, gatewayReport, openGatewayHome } from "../src/index.ts";
import { heard, newPerson, serve } from "./support.ts";
import type { Person } from "./support.ts";

const annOwns = "platforms:\n  local:\n    owners: [me, ann]\n";

async function withRuntime<Result>(
  { env }: Person,
  work: (runtime: ReturnType<typeof createRuntime>) => Promise<Result>,
): Promise<Result> {
  const loaded = await loadSettings({ env });
  const options = { loaded, env: loaded.env, cwd: env["HOME"] ?? "/", migrations: gatewayMigrations };
  await using runtime = createRuntime({ ...options, platform: "cli" });
  return await work(runtime);
}

test("an owner that a session wrote into the settings is none until the person takes it up", async () => {
  const person = newPerson();
  person.configure("# mine\n");
  const gateway = serve(person, [
    { calls: [{ name: "todo", arguments: { todos: [] } }] },
    { text: "Noted." },
  ]);
  await gateway.line("local: ready");
  await heard(await gateway.tell("Note it"), "Noted.");

  person.configure(annOwns);
  gateway.reload();
  await gateway.line("config.yaml was changed while a session was open");
  await gateway.line("local: ready");
  await heard(await gateway.tell("/whoami", "ann"), "pairing approve");
  const report = await withRuntime(person, async (runtime) =>
    gatewayReport({ home: await openGatewayHome({ runtime }) }),
  );
  await gateway.stop();
  await withRuntime(person, async (runtime) => {
    const seal = await runtime.seal();
    await seal.accept(await seal.changes());
  });
  const next = serve(person);
  await next.line("local: ready");
  await heard(await next.tell("/whoami", "ann"), "an owner");

  expect(report.notAccepted).toEqual([expect.stringContaining("config.yaml")]);
  expect(next.said.join("\n")).not.toContain("was changed");
});

test("what the person wrote while nothing was open counts at once", async () => {
  const person = newPerson();
  person.configure(annOwns);

  const gateway = serve(person);
  await gateway.line("local: ready");

  await heard(await gateway.tell("/whoami", "ann"), "an owner");
});
