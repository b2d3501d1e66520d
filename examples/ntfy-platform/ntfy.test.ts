import { deepEqual, equal } from "node:assert/strict";
import { test } from "node:test";
import { createRecordingHost, platformContract } from "@hermes/gateway/testing";
import type { PlatformPlace } from "@hermes/gateway/testing";
import ntfy from "./ntfy.ts";
import type { NtfySettings } from "./ntfy.ts";
import { openNtfyServer } from "./ntfy-server.ts";
import type { NtfyServer } from "./ntfy-server.ts";

const topic = "hermes-x7Kp2q";
const token = "tk_for_tests";
const shortTimes = { answerMs: 2_000, silenceMs: 400, backOffMs: 20 };

interface NtfyPlace extends PlatformPlace<NtfySettings> {
  readonly server: NtfyServer;
}

async function openPlace(): Promise<NtfyPlace> {
  const server = await openNtfyServer(token);
  const platform = ntfy(shortTimes);
  const settings = (more: object = {}): NtfySettings =>
    platform.settings.parse({ server: server.url, topic, token, ...more });
  return {
    platform,
    server,
    settings: settings(),
    peer: {
      at: { platform: "ntfy", chatId: topic },
      say: async (text, { file } = {}) => server.publish(topic, text, file).id,
      async seen(holds) {
        for (;;) {
          const seen = server.kept
            .filter(({ tags = [] }) => tags.length > 0)
            .map(({ id, message, attachment }) => ({
              ...{ messageId: id, text: message, buttons: [], fileName: attachment?.name },
            }));
          if (holds(seen)) return seen;
          await server.changed();
        }
      },
      repeat: () => server.repeat(),
      limitRate: () => (server.next = "rate-limit"),
      loseAnswer: () => (server.next = "lose-answer"),
      forbid: () => (server.next = "forbid"),
      dropReceiving: () => server.drop(),
      silenceReceiving: () => server.silence(),
    },
    unreachable: settings({ server: "http://127.0.0.1:9" }),
    unauthorised: settings({ token: "tk_wrong" }),
    keepsMessages: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

platformContract({ test, open: openPlace });

test("what was said while nobody listened comes in once, after the last that was kept", async () => {
  await using place = await openPlace();
  const memory = new Map<string, string>();
  const connect = async (texts: readonly string[]): Promise<readonly string[]> => {
    const host = createRecordingHost({ memory });
    const { signal } = new AbortController();
    const connection = await place.platform.connect(place.settings, host, { signal });
    await host.until(({ messages }) => messages.length >= texts.length);
    await connection.stop();
    return host.messages.map(({ text }) => text);
  };
  await place.peer.say("one");
  equal((await connect(["one"])).join(), "one");

  await place.peer.say("two");
  await place.peer.say("three");

  deepEqual(await connect(["two", "three"]), ["two", "three"]);
});

test("its own messages are not handed over, and a file at another address is only named", async () => {
  await using place = await openPlace();
  const host = createRecordingHost();
  const { signal } = new AbortController();
  const connection = await place.platform.connect(place.settings, host, { signal });
  const message = { to: place.peer.at, key: "k1", text: "mine", plain: "mine", silent: false };
  equal((await connection.send(message, { signal })).status, "sent");
  const bytes = new Uint8Array();
  place.server.publish(topic, "theirs", { name: "a.txt", bytes, url: "http://169.254.169.254/latest" });
  await host.until(({ messages }) => messages.length >= 1);
  await connection.stop();

  deepEqual(
    host.messages.map(({ text, files }) => [text, files]),
    [["theirs\nhttp://169.254.169.254/latest", []]],
  );
});
