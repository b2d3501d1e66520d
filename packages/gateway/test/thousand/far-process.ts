// A gateway in a process of its own, which the test kills at any moment. The platform lives in the parent: this side speaks to it by
// lines of JSON over a socket.
import { createConnection } from "node:net";
import { createInterface } from "node:readline";
import { z } from "zod";
import type {
  InboundMessage,
  OutboundMessage,
  Platform,
  PlatformConnection,
  SendOutcome,
} from "../../src/index.ts";
import { serve } from "./serve.ts";

const [path = "", port = "0"] = process.argv.slice(2);

/** Answers of the parent to what was asked, by number. */
const waiting = new Map<number, (outcome: SendOutcome) => void>();
let asked = 0;

const platform: Platform<unknown> = {
  ...{ name: "far", label: "Far", settings: z.unknown(), environment: {}, progress: "off" },
  limits: { text: 4_096, caption: 1_024, editEveryMs: 100, fileBytes: 1, buttonsPerRow: 3 },
  length: (text) => text.length,
  render: (markdown) => ({ text: markdown, plain: markdown }),
  can: { edit: false, buttons: true, threads: false, files: false, codeBlocks: true },
  isConfigured: () => true,
  async connect(_, host) {
    const socket = createConnection(Number(port), "127.0.0.1");
    socket.on("error", () => process.exit(1));
    const tell = (line: unknown): void => void socket.write(`${JSON.stringify(line)}\n`);
    createInterface({ input: socket }).on("line", (line) => {
      const heard: { update?: number; message?: InboundMessage; answer?: number; outcome?: SendOutcome } =
        JSON.parse(line);
      if (heard.message !== undefined) {
        const { update } = heard;
        host.message(heard.message).then(
          () => tell({ kept: update }),
          () => undefined,
        );
      } else if (heard.answer !== undefined && heard.outcome !== undefined)
        waiting.get(heard.answer)?.(heard.outcome);
    });
    tell({ hello: true });
    const connection: PlatformConnection = {
      async send(message: OutboundMessage) {
        const id = asked++;
        tell({ send: id, message });
        return await new Promise<SendOutcome>((resolve) => waiting.set(id, resolve));
      },
      check: async () => undefined,
      stop: async () => undefined,
    };
    return connection;
  },
};

await serve(path, platform, {});
