import { setTimeout as delay } from "node:timers/promises";
import type { SignalSettings } from "../../../src/index.ts";
import { signal } from "../../../src/platforms/signal/signal.ts";
import type { PlatformPeer, PlatformPlace } from "../../../src/testing/index.ts";
import { result } from "./signal-rpc.ts";
import { openSignalServer, type SignalServer } from "./signal-server.ts";
import type { SignalFault } from "./signal-world.ts";

export const account = "+4915100000001";
export const accountUuid = "00000000-0000-4000-8000-000000000001";
export const ada = {
  source: "+4915100004711",
  sourceNumber: "+4915100004711",
  sourceUuid: "11111111-0000-4000-8000-000000004711",
  sourceName: "Ada",
  sourceDevice: 1,
};
export const shortTimes = { answerMs: 2_000, silenceMs: 200, openMs: 1_000, backOffMs: 20 };

export interface SignalPlace extends PlatformPlace<SignalSettings> {
  readonly server: SignalServer;
}

export async function openSignalPlace(): Promise<SignalPlace> {
  const server = await openSignalServer({ account });
  const platform = signal(shortTimes);
  const settings = (more: object = {}): SignalSettings =>
    platform.settings.parse({ http_url: server.url, account, ...more });
  // What is said before the daemon notices that nobody listens any more is lost there.
  const connect: typeof platform.connect = async (...given) => {
    const connection = await platform.connect(...given);
    return { ...connection, stop: () => connection.stop().then(() => server.inbox.deserted()) };
  };
  return {
    platform: { ...platform, connect },
    server,
    settings: settings(),
    peer: signalPeer(server),
    unreachable: settings({ http_url: "http://127.0.0.1:9" }),
    unauthorised: settings({ account: "+4915100000999" }),
    keepsMessages: true,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

export function fault(server: SignalServer, method: string, what: SignalFault): void {
  server.world.faults.set(method, [...(server.world.faults.get(method) ?? []), what]);
}

function signalPeer(server: SignalServer): PlatformPeer {
  const { world, inbox } = server;
  return {
    at: { platform: "signal", chatId: ada.sourceNumber },
    async say(message, { file } = {}) {
      const timestamp = server.timestamp();
      const attachments = [];
      if (file !== undefined) {
        world.attachments.set(`${timestamp}.txt`, file.bytes);
        const { name: filename, bytes } = file;
        attachments.push({ id: `${timestamp}.txt`, contentType: "text/plain", filename, size: bytes.length });
      }
      server.receive({ ...ada, timestamp, dataMessage: { timestamp, message, attachments } });
      return `${ada.sourceUuid}:${timestamp}`;
    },
    async edit(messageId, message) {
      const timestamp = server.timestamp();
      const targetSentTimestamp = Number(messageId.slice(messageId.lastIndexOf(":") + 1));
      const editMessage = { targetSentTimestamp, dataMessage: { timestamp, message } };
      server.receive({ ...ada, timestamp, editMessage });
    },
    async seen(holds) {
      for (;;) {
        const seen = world.sent.map(({ timestamp, text, fileName }) => ({
          messageId: `${account}:${timestamp}`,
          text,
          buttons: [],
          fileName,
        }));
        if (holds(seen)) return seen;
        await delay(5);
      }
    },
    repeat: () => inbox.repeat(),
    limitRate(afterMs) {
      const results = [result(ada.sourceNumber, "RATE_LIMIT_FAILURE", afterMs / 1_000)];
      fault(server, "send", {
        ...{ kind: "error", code: -5, message: "Failed to send message due to rate limiting" },
        data: { response: { timestamp: 1, results } },
      });
    },
    loseAnswer: () => fault(server, "send", { kind: "drop-after" }),
    dropReceiving: () => inbox.drop(),
    silenceReceiving: () => inbox.silence(),
    forbid() {
      const results = [result(ada.sourceNumber, "IDENTITY_FAILURE")];
      fault(server, "send", {
        ...{ kind: "error", code: -4, message: "Failed to send message due to untrusted identities" },
        data: { response: { timestamp: 1, results } },
      });
    },
  };
}
