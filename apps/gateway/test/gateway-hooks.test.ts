import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRuntime } from "@hermes/runtime";
import { loadSettings } from "@hermes/config";
import { expect, test, vi } from "vitest";
import { gatewayMigrations } from "../src/gateway-home.ts";
import { heard, newPerson, serve, waiting } from "./support.ts";
import type { Person } from "./support.ts";

/** A folder of hooks in a home. */
function hookFolder({ home }: Person, name: string, yaml: string, handler: string): void {
  const folder = join(home, "hooks", name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "HOOK.yaml"), yaml);
  writeFileSync(join(folder, "handler.sh"), handler);
  chmodSync(join(folder, "handler.sh"), 0o755);
}

/** The person agrees to all of them. */
async function agree({ env }: Person): Promise<void> {
  await using runtime = createRuntime({
    ...{ loaded: await loadSettings({ env }), env, cwd: env["HOME"] ?? "", platform: "cli" },
    migrations: gatewayMigrations,
  });
  const hooks = await runtime.hooks();
  // Without a jail where there is none.
  for (const { key, digest, canBeHeld: isHeld } of await hooks.list())
    await hooks.allow(key, { digest, isHeld });
}

interface Told {
  readonly hook_event_name: string;
  readonly platform?: string;
  readonly message?: string;
  readonly response?: string;
  readonly platforms?: readonly string[];
}

/** What the hook wrote into its own folder of data. */
function toldTo({ home }: Person, name: string): readonly Told[] {
  const file = join(home, "cache", "hooks", name, "events");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line): Told => JSON.parse(line));
}

const recording = 'cat >> "$HERMES_HOOK_DATA/events"; echo >> "$HERMES_HOOK_DATA/events"\n';

test("a hook folder is told what happens in the chats, in order, once a person has agreed to it", async () => {
  const person = newPerson();
  const events = "[gateway:startup, session:start, agent:start, agent:end, session:reset]";
  hookFolder(person, "watch", `name: watch\nevents: ${events}\n`, recording);
  hookFolder(person, "stranger", `events: ${events}\n`, recording);
  await agree(person);
  writeFileSync(join(person.home, "hooks", "stranger", "handler.sh"), `${recording}# changed\n`);
  const gateway = serve(person, [{ text: "Hello to you." }]);
  await gateway.line("ready");

  await heard(await gateway.tell("Hi there"), "Hello to you.");
  await heard(await gateway.tell("/new"), "A new conversation begins.");

  await vi.waitFor(
    () => expect(toldTo(person, "watch").map((told) => told.hook_event_name)).toContain("session:reset"),
    waiting,
  );
  const told = toldTo(person, "watch");
  expect(told.map((one) => one.hook_event_name).slice(0, 4)).toEqual([
    ...["gateway:startup", "session:start", "agent:start", "agent:end"],
  ]);
  expect(told[0]?.platforms).toContain("local");
  expect(told[3]).toMatchObject({ platform: "local", message: "Hi there", response: "Hello to you." });
  expect(toldTo(person, "stranger")).toEqual([]);
  expect(gateway.said.join("\n")).toContain("hermes hooks allow stranger");
  await gateway.stop();
});

test("a hook of commands denies, handles and rewrites them; one that fails lets them run", async () => {
  const person = newPerson();
  const verdicts = `
case "$(cat)" in
  *'"command":"resend"'*) echo '{"decision":"handled","text":"By the hook."}' ;;
  *'"command":"help"'*) echo 'Not for you.' >&2; exit 2 ;;
  *'"command":"usage"'*) echo '{"decision":"rewrite","message":"How much was it?"}' ;;
  *) exit 9 ;;
esac
`;
  hookFolder(person, "gate", 'events: ["command:*"]\n', verdicts);
  await agree(person);
  const gateway = serve(person, [{ text: "Next to nothing." }]);
  await gateway.line("ready");

  await heard(await gateway.tell("/resend"), "By the hook.");
  await heard(await gateway.tell("/help"), "Not for you.");
  await heard(await gateway.tell("/usage"), "Next to nothing.");
  await heard(await gateway.tell("/new"), "A new conversation begins.");

  await gateway.stop();
  expect(readFileSync(join(person.home, "logs", "gateway.log"), "utf8")).toContain("exit code 9");
});
