import { readFileSync } from "node:fs";
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { constants } from "node:os";
import { Server, ServerCredentials, status } from "@grpc/grpc-js";
import type { handleServerStreamingCall, handleUnaryCall, Metadata, ServiceDefinition } from "@grpc/grpc-js";
import protobuf from "protobufjs";
import { FakeSandboxes } from "./fake-sandboxes.ts";
import type { FakeSandbox } from "./fake-sandboxes.ts";

export interface FakeModal extends AsyncDisposable {
  readonly url: string;
  readonly sandboxes: FakeSandboxes;
}

export const modalToken = "secret-of-the-test";

/** Fields of all that is asked; which of them are there is said in the proto file. */
interface Asked {
  readonly sandbox_id: string;
  readonly sandbox_name: string;
  readonly task_id: string;
  readonly exec_id: string;
  readonly image: { readonly dockerfile_commands: readonly string[] };
  readonly definition: { readonly name: string };
  readonly command_args: readonly string[];
  readonly secret_sources: readonly {
    readonly env?: { readonly contents: Readonly<Record<string, string>> } | null;
  }[];
  readonly offset: number;
  readonly file_descriptor: number;
  readonly data: Buffer;
  readonly eof: boolean;
}

type Unary = (request: Asked, metadata: Metadata) => object | Promise<object>;

interface Exec {
  readonly child: ChildProcessWithoutNullStreams;
  /** What was said on each output, from the start: a reader may come back and go on at any byte. */
  readonly outputs: readonly [FakeOutput, FakeOutput];
  readonly exit: Promise<object>;
  written: number;
}

interface FakeOutput {
  bytes: Buffer;
  hasEnded: boolean;
  wake: (() => void)[];
}

const { root } = protobuf.parse(readFileSync(new URL("modal.proto", import.meta.url), "utf8"), {
  keepCase: true,
});

class ModalError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Plays Modal on loopback, its control plane and the router of its sandboxes: what the package `modal` calls of them, with real shells behind. */
export async function startFakeModal(): Promise<FakeModal> {
  const sandboxes = await FakeSandboxes.create();
  const server = new Server();
  const state = { sandboxes, execs: new Map<string, Exec>(), port: 0 };
  addControlPlane(server, state);
  addRouter(server, state);
  state.port = await new Promise<number>((resolve, reject) => {
    const listening = (error: Error | null, port: number): void => (error ? reject(error) : resolve(port));
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), listening);
  });
  return {
    url: `http://127.0.0.1:${state.port}`,
    sandboxes,
    async [Symbol.asyncDispose]() {
      await sandboxes[Symbol.asyncDispose]();
      server.forceShutdown();
    },
  };
}

interface State {
  readonly sandboxes: FakeSandboxes;
  readonly execs: Map<string, Exec>;
  port: number;
}

function addControlPlane(server: Server, state: State): void {
  const { sandboxes } = state;
  const done = { status: 1 };
  // oxfmt-ignore
  const methods: Readonly<Record<string, readonly [request: string, response: string, answer: Unary]>> = {
    AuthTokenGet: ["Empty", "TokenResponse", () => ({ token: passport() })],
    AppGetOrCreate: ["AppRequest", "AppResponse", () => ({ app_id: "ap-1" })],
    EnvironmentGetOrCreate: ["Empty", "EnvironmentResponse", () => ({ environment_id: "en-1", metadata: { name: "main", settings: { image_builder_version: "2025.06" } } })],
    ImageGetOrCreate: ["ImageRequest", "ImageResponse", ({ image }) => ({ image_id: image.dockerfile_commands.join("|"), result: done })],
    SandboxCreateV2: ["CreateRequest", "CreateResponse", ({ definition }) => {
      if (sandboxes.find(definition.name) !== undefined) throw new ModalError(status.ALREADY_EXISTS, "the name is taken");
      const { id } = sandboxes.make(definition.name, definition);
      return { sandbox_id: id, task_id: id };
    }],
    // The client asks for one of the first generation when it finds none of the second.
    SandboxGetFromName: ["FromNameRequest", "SandboxId", () => { throw new ModalError(status.NOT_FOUND, "no such sandbox"); }],
    SandboxGetFromNameV2: ["FromNameRequest", "SandboxId", ({ sandbox_name }) => ({ sandbox_id: found(state, sandbox_name).id })],
    SandboxGetTaskIdV2: ["SandboxId", "TaskIdResponse", ({ sandbox_id }) => ({ task_id: found(state, sandbox_id).id })],
    SandboxTerminateV2: ["SandboxId", "Empty", async ({ sandbox_id }) => {
      const sandbox = sandboxes.find(sandbox_id);
      if (sandbox !== undefined) await sandboxes.remove(sandbox);
      return {};
    }],
    SandboxGetCommandRouterAccess: ["SandboxId", "AccessResponse", () => ({ jwt: passport(), url: `https://127.0.0.1:${state.port}` })],
  };
  const letIn = (metadata: Metadata): void => {
    if (metadata.get("x-modal-token-secret")[0] !== modalToken)
      throw new ModalError(status.UNAUTHENTICATED, "Token validation failed");
  };
  const entries = Object.entries(methods).map(([name, [request, response, answer]]) => {
    const guarded: Unary = (message, metadata) => {
      letIn(metadata);
      return answer(message, metadata);
    };
    return [
      name,
      method("modal.client.ModalClient", name, request, response, false),
      unary(guarded),
    ] as const;
  });
  addService(server, entries);
}

/** What lets into the router; its middle part says until when. */
function passport(): string {
  const claims = { exp: Math.floor(Date.now() / 1000) + 3_600 };
  return `head.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.tail`;
}

function addRouter(server: Server, state: State): void {
  const service = "modal.task_command_router.TaskCommandRouter";
  const start: Unary = (request) => {
    // The same start may be sent again after a broken answer.
    if (!state.execs.has(request.exec_id)) state.execs.set(request.exec_id, begin(state, request));
    return {};
  };
  const write: Unary = async (request) => {
    const exec = execOf(state, request);
    const { data } = request;
    const fresh = data.subarray(Math.max(0, exec.written - Number(request.offset)));
    exec.written += fresh.length;
    const { stdin } = exec.child;
    if (fresh.length > 0 && stdin.writable) await new Promise((resolve) => stdin.write(fresh, resolve));
    if (request.eof === true) stdin.end();
    return {};
  };
  const wait: Unary = (request) => execOf(state, request).exit;
  addService(server, [
    ["TaskExecStart", method(service, "TaskExecStart", "ExecStart", "Empty", false), unary(start)],
    ["TaskExecStdinWrite", method(service, "TaskExecStdinWrite", "StdinWrite", "Empty", false), unary(write)],
    ["TaskExecWait", method(service, "TaskExecWait", "ExecId", "Exit", false), unary(wait)],
    [
      "TaskExecStdioRead",
      method(service, "TaskExecStdioRead", "StdioRead", "StdioData", true),
      reading(state),
    ],
  ]);
}

function begin(state: State, request: Asked): Exec {
  const sandbox = found(state, request.task_id);
  const env = Object.assign({}, ...request.secret_sources.map((source) => source.env?.contents ?? {}));
  const child = state.sandboxes.start(sandbox, request.command_args, env);
  child.stdin.on("error", () => undefined);
  const exit = new Promise<object>((resolve) => {
    child.once("close", (code, signal) =>
      resolve(code === null ? { signal: constants.signals[signal ?? "SIGKILL"] } : { code }),
    );
  });
  const outputs = [child.stdout, child.stderr].map((stream) => {
    const output: FakeOutput = { bytes: Buffer.alloc(0), hasEnded: false, wake: [] };
    const wake = (): void => output.wake.splice(0).forEach((each) => each());
    stream.on("data", (bytes: Buffer) => {
      output.bytes = Buffer.concat([output.bytes, bytes]);
      wake();
    });
    stream.once("close", () => {
      output.hasEnded = true;
      wake();
    });
    return output;
  });
  // There are two.
  return { child, outputs: outputs as [FakeOutput, FakeOutput], exit, written: 0 };
}

function reading(state: State): handleServerStreamingCall<Asked, object> {
  return (call) => {
    const send = async (): Promise<void> => {
      const output = execOf(state, call.request).outputs[call.request.file_descriptor === 1 ? 1 : 0];
      let at = Number(call.request.offset);
      while (!call.cancelled) {
        if (at < output.bytes.length) {
          const data = output.bytes.subarray(at, at + 262_144);
          at += data.length;
          if (!call.write({ data })) await new Promise((resolve) => call.once("drain", resolve));
        } else if (output.hasEnded) break;
        else await new Promise<void>((resolve) => output.wake.push(resolve));
      }
      call.end();
    };
    send().catch((error: unknown) => call.destroy(asError(error)));
  };
}

function found({ sandboxes }: State, key: string): FakeSandbox {
  const sandbox = sandboxes.find(key);
  if (sandbox === undefined) throw new ModalError(status.NOT_FOUND, "no such sandbox");
  return sandbox;
}

function execOf(state: State, request: Asked): Exec {
  found(state, request.task_id);
  const exec = state.execs.get(request.exec_id);
  if (exec === undefined) throw new ModalError(status.NOT_FOUND, "no such exec");
  return exec;
}

function unary(answer: Unary): handleUnaryCall<Asked, object> {
  return (call, callback) => {
    const run = async (): Promise<object> => await answer(call.request, call.metadata);
    run().then(
      (value) => callback(null, value),
      (error: unknown) => callback(asError(error)),
    );
  };
}

function asError(error: unknown): ModalError {
  return error instanceof ModalError ? error : new ModalError(status.INTERNAL, String(error));
}

type Entry = readonly [
  name: string,
  method: ServiceDefinition[string],
  handler: handleUnaryCall<Asked, object> | handleServerStreamingCall<Asked, object>,
];

function addService(server: Server, entries: readonly Entry[]): void {
  server.addService(
    Object.fromEntries(entries.map(([name, definition]) => [name, definition])),
    Object.fromEntries(entries.map(([name, , handler]) => [name, handler])),
  );
}

function method(
  service: string,
  name: string,
  request: string,
  response: string,
  streams: boolean,
): ServiceDefinition[string] {
  const [asks, answers] = [root.lookupType(`modal.${request}`), root.lookupType(`modal.${response}`)];
  const decode = (type: protobuf.Type) => (bytes: Buffer) =>
    type.toObject(type.decode(bytes), { defaults: true, longs: Number });
  const encode = (type: protobuf.Type) => (value: object) =>
    Buffer.from(type.encode(type.fromObject(value)).finish());
  return {
    path: `/${service}/${name}`,
    requestStream: false,
    responseStream: streams,
    requestSerialize: encode(asks),
    requestDeserialize: decode(asks),
    responseSerialize: encode(answers),
    responseDeserialize: decode(answers),
  };
}
