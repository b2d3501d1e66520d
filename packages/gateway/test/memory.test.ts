import { readdirSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { scripted } from "@hermes/agent-loop";
import { expect, test } from "vitest";
import { startGateway, temporaryFolder } from "./support.ts";

const messages = process.env["HERMES_TEST_LONG"] === "1" ? 20_000 : 80;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Open files of this process, where the system says. */
function descriptors(): number {
  return process.platform === "linux" ? readdirSync("/proc/self/fd").length : 0;
}

test("memory and descriptors stay flat over many messages", async () => {
  const model = scripted(() => ({ text: "Yes." }));
  const { chat, gateway, sessions } = await startGateway({
    ...{ model, over: `${temporaryFolder()}/state.db`, limits: { closeIdleMs: 50 } },
    chats: { reset: { mode: "never", atHour: 4, idleMinutes: 1 } },
  });
  const used = async (): Promise<number> => {
    await expect.poll(async () => (await gateway.status()).platforms[0]?.chatsOpen).toBe(0);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const play = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) {
      await chat.say("yes?", { chat: `chat${index % 500}` });
      if (index % 50 === 49)
        await expect
          .poll(async () => (await gateway.status()).platforms[0]?.inbox, { timeout: 20_000 })
          .toEqual({ waiting: 0, claimed: 0 });
    }
    // What the fakes remember is no memory of the gateway.
    (model.requests as unknown[]).length = 0;
    (chat.shown as unknown[]).length = 0;
    sessions.opened.length = 0;
  };
  await play(messages / 4);
  const [before, open] = [await used(), descriptors()];

  await play(messages);

  const grownMb = ((await used()) - before) / 1_048_576;
  // Of few messages what the runtime itself keeps is the larger part.
  if (messages >= 1_000) expect(grownMb / (messages / 1_000)).toBeLessThanOrEqual(1);
  expect(descriptors()).toBeLessThanOrEqual(open);
}, 600_000);
