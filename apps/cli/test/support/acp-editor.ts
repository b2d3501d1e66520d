import { client, ndJsonStream } from "@agentclientprotocol/sdk";
import type {
  ClientCapabilities,
  ClientContext,
  CreateElicitationRequest,
  CreateElicitationResponse,
  RequestPermissionRequest,
  SessionUpdate,
} from "@agentclientprotocol/sdk";
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Readable, Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, onTestFinished } from "vitest";
import { AcpJudge } from "./acp-schema.ts";
import { EditorTerminals } from "./acp-terminals.ts";
import { bin } from "./hermes.ts";
import type { Fixture } from "./hermes.ts";

export interface EditorChoice {
  readonly can?: ClientCapabilities;
  /** The id of the option. @default "once" */
  readonly permit?: (request: RequestPermissionRequest) => string | Promise<string>;
  readonly elicit?: (request: CreateElicitationRequest) => CreateElicitationResponse;
  /** Unsaved texts by their paths. */
  readonly unsaved?: Map<string, string>;
  /** What reading and writing a file fails with. */
  readonly refuses?: Error;
}

export interface Editor {
  readonly agent: ClientContext;
  readonly child: ChildProcess;
  readonly judge: AcpJudge;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  readonly terminals: EditorTerminals;
  /** Updates of one kind. */
  of<Kind extends SessionUpdate["sessionUpdate"]>(
    kind: Kind,
  ): (SessionUpdate & { readonly sessionUpdate: Kind })[];
  /** What the agent has said. */
  said(): string;
  /** Closes its end. @returns The exit code, and what was on standard error. */
  leave(): Promise<{ readonly code: unknown; readonly stderr: string }>;
}

/** An editor of the SDK, with `hermes acp` in a process of its own; every message is judged by the schema of the protocol. */
export async function openEditor(person: Fixture, choice: EditorChoice = {}): Promise<Editor> {
  const { can = {}, permit = () => "once", elicit, unsaved = new Map<string, string>(), refuses } = choice;
  const child = spawn(process.execPath, [bin, "acp"], { cwd: person.home, env: person.env });
  onTestFinished(() => void child.kill("SIGKILL"));
  const stderr = text(child.stderr);
  const judge = new AcpJudge();
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const judged = (from: "agent" | "client") => {
    let rest = "";
    const decoder = new TextDecoder();
    return new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, control) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) judge.judge(from, line);
        control.enqueue(chunk);
      },
    });
  };
  const out = judged("client");
  void out.readable.pipeTo(Writable.toWeb(child.stdin)).catch(() => undefined);
  const input = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const terminals = new EditorTerminals();
  // First what tells: the SDK asks one handler after another, and does not wait with the next message.
  const app = client({ name: "test" })
    .onNotification("session/update", ({ params }) => void updates.push(params.update))
    .onRequest("session/request_permission", async ({ params }) => {
      asked.push(params);
      return { outcome: { outcome: "selected", optionId: await permit(params) } };
    })
    .onRequest("fs/read_text_file", ({ params: { path } }) => {
      if (refuses !== undefined) throw refuses;
      const found = unsaved.get(path);
      if (found === undefined) throw new Error(`${path} is not open.`);
      return { content: found };
    })
    .onRequest("fs/write_text_file", ({ params: { path, content } }) => {
      if (refuses !== undefined) throw refuses;
      unsaved.set(path, content);
      return {};
    })
    .onRequest("elicitation/create", ({ params }) => elicit?.(params) ?? { action: "cancel" });
  terminals.serve(app);
  const connection = app.connect(ndJsonStream(out.writable, input.pipeThrough(judged("agent"))));
  await connection.agent.request("initialize", { protocolVersion: 1, clientCapabilities: can });
  return {
    ...{ agent: connection.agent, child, judge, updates, asked, terminals },
    of: (kind) =>
      updates.filter(
        (update): update is SessionUpdate & { readonly sessionUpdate: typeof kind } =>
          update.sessionUpdate === kind,
      ),
    said: () =>
      updates
        .flatMap((update) =>
          update.sessionUpdate === "agent_message_chunk" && update.content.type === "text"
            ? [update.content.text]
            : [],
        )
        .join(""),
    async leave() {
      const closed = once(child, "close");
      connection.close();
      child.stdin.end();
      const [code] = await closed;
      expect(judge.judged).toContain("initialize");
      expect(judge.problems).toEqual([]);
      return { code, stderr: await stderr };
    },
  };
}

export async function newSession(editor: Editor, cwd: string): Promise<string> {
  const { sessionId } = await editor.agent.request("session/new", { cwd, mcpServers: [] });
  return sessionId;
}

export async function say(editor: Editor, sessionId: string, words: string): Promise<string> {
  const { stopReason } = await editor.agent.request("session/prompt", {
    sessionId,
    prompt: [{ type: "text", text: words }],
  });
  return stopReason;
}
