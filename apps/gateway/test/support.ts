import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connectLocalChat } from "@hermes/gateway";
import { scripted } from "@hermes/models";
import type { ScriptedAnswer, ScriptedModel } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import { expect, onTestFinished, vi } from "vitest";
import { gatewayPaths, runGateway } from "../src/index.ts";

export const waiting = { timeout: 30_000, interval: 25 };

export interface Person {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  configure(yaml: string): void;
}

/** A home of its own, gone after the test. */
export function newPerson(env: Readonly<Record<string, string>> = {}): Person {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-gateway-")));
  onTestFinished(async () => await vi.waitFor(() => rmSync(root, { recursive: true, force: true }), 5_000));
  const home = join(root, ".hermes");
  mkdirSync(home);
  return {
    home,
    env: { PATH: process.env["PATH"] ?? "", HOME: root, HERMES_HOME: home, TERMINAL_WALL: "open", ...env },
    configure: (yaml) => writeFileSync(join(home, "config.yaml"), yaml),
  };
}

export interface Serving {
  readonly said: readonly string[];
  line(part: string): Promise<void>;
  reload(): void;
  /** Ends it in good order. */
  stop(): Promise<void>;
  /** Says something in the chat of this machine. @returns The texts so far, as they come. */
  tell(text: string, as?: string): Promise<readonly string[]>;
}

/** A port that nobody had a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

/** The gateway of a home, in this process. */
export function serve(
  { env, home }: Person,
  script: readonly ScriptedAnswer[] | ScriptedModel = [],
): Serving {
  const ending = new AbortController();
  const said: string[] = [];
  let reload = (): void => undefined;
  const over = runGateway({
    ...{
      env,
      createRuntime,
      model: "stream" in script ? script : scripted(script),
      stopped: ending.signal,
      drainMs: 1_000,
    },
    say: (line) => said.push(line),
    onReload(listener) {
      reload = listener;
      return () => undefined;
    },
  });
  const stop = async (): Promise<void> => {
    ending.abort();
    await over;
  };
  onTestFinished(stop);
  return {
    said,
    line: async (part) => await vi.waitFor(() => expect(said.join("\n")).toContain(part), waiting),
    reload: () => {
      said.length = 0;
      reload();
    },
    stop,
    async tell(text, as) {
      const chat = await connectLocalChat({ socket: gatewayPaths(home).socket, as });
      onTestFinished(() => chat.close());
      const texts: string[] = [];
      const listen = async (): Promise<void> => {
        for await (const event of chat.events)
          if (event.type === "message" || event.type === "edited") texts.push(event.message.text);
      };
      listen().catch((error: unknown) => texts.push(String(error)));
      await chat.say(text);
      return texts;
    },
  };
}

export async function heard(texts: readonly string[], part: string): Promise<void> {
  await vi.waitFor(() => expect(texts.join("\n")).toContain(part), waiting);
}
