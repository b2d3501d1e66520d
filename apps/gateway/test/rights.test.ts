import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { connectLocalChat } from "@hermes/gateway";
import { scripted } from "@hermes/models";
import type { ModelRequest, ScriptedCall, ScriptedModel } from "@hermes/models";
import { createRuntime } from "@hermes/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayPaths } from "../src/gateway-paths.ts";
import { openGateway } from "../src/open-gateway.ts";
import type { OpenGateway } from "../src/open-gateway.ts";

/** Words that only the owner's files, notes, skills and sessions hold. */
const secrets = /owner-(?:file|context|soul|note|learning|skill|words|nested|server)/g;

let root: string;
let project: string;
let gateway: OpenGateway;
let model: ScriptedModel;
let next: readonly ScriptedCall[] = [];

/** Says something as somebody, and gives the requests that it led to. */
async function asks(as: string, text: string, until = "Over."): Promise<readonly ModelRequest[]> {
  const before = model.requests.length;
  const chat = await connectLocalChat({ socket: gatewayPaths(join(root, ".hermes")).socket, as });
  try {
    await chat.say(text);
    for await (const event of chat.events) {
      if ((event.type === "message" || event.type === "edited") && event.message.text.includes(until)) break;
    }
  } finally {
    chat.close();
  }
  return model.requests.slice(before);
}

function heard(requests: readonly ModelRequest[]): readonly string[] {
  return [...new Set(JSON.stringify(requests).match(secrets))].toSorted();
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, ".."), { recursive: true });
  await writeFile(join(root, path), text);
}

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "hermes-rights-")));
  project = join(root, "project");
  const env = {
    PATH: process.env["PATH"],
    HOME: root,
    HERMES_HOME: join(root, ".hermes"),
    TERMINAL_WALL: "open",
  };
  await write("project/secret.txt", "owner-file");
  await write("project/AGENTS.md", "owner-context");
  await write(".hermes/SOUL.md", "owner-soul");
  await write(".hermes/chats/AGENTS.md", "owner-nested");
  await write(
    ".hermes/skills/deploy/SKILL.md",
    "---\nname: deploy\ndescription: Use for owner-skill.\n---\n\nowner-skill\n",
  );
  await write(
    ".hermes/config.yaml",
    JSON.stringify({
      gateway: {
        cwd: project,
        user_toolsets: ["clarify", "todo", "terminal", "file", "mcp", "all", "hermes-cli"],
      },
      platforms: { local: { owners: ["me"], allowed_users: ["friend", "colleague"], allow_all_users: true } },
      mcp_servers: { notes: { command: process.execPath, args: ["-e", notesServer], profile: "open" } },
      memory: { save_at_end: false },
      tools: { max_tokens: 1 },
    }),
  );
  model = scripted(() => {
    const calls = next;
    next = [];
    return calls.length > 0 ? { calls } : { text: "Over." };
  });
  gateway = await openGateway({
    loaded: await loadSettings({ env }),
    ...{ createRuntime, model, limits: { burstMs: 0 } },
    ports: () => ({
      skills: {
        commands: async () => [{ name: "deploy", summary: "Deploys." }],
        messageOf: async () => "owner-skill",
      },
    }),
    onWarning: () => undefined,
  });
  const servers = await gateway.runtime.mcp();
  await servers.allow("notes", true);
  await servers.catalogue("notes", { signal: AbortSignal.timeout(10_000) });
  await gateway.gateway.start();
  next = [{ name: "memory", arguments: { action: "add", target: "memory", content: "owner-note" } }];
  await asks("me", "Remember: owner-words");
  await asks("me", "/new", "begins");
}, 30_000);

afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

describe.each([["friend"], ["stranger"]])("the session of %s, who is no owner", (name) => {
  test("has nothing of the owner's in front of it, also where files and skills are named", async () => {
    const requests = [
      ...(await asks(
        name,
        `What is in @secret.txt, @${join(project, "secret.txt")} and @file:${project}/secret.txt?`,
      )),
      ...(await asks(name, "/deploy now", "/deploy")),
    ];

    expect(requests).toHaveLength(1);
    expect(heard(requests)).toEqual([]);
  });

  test("has no tool that runs, reads, remembers, delegates or searches, called or found by any way", async () => {
    const allowed = ["clarify", "todo"];
    const names = (await gateway.runtime.tools()).names().filter((each) => !allowed.includes(each));
    const tools = [...names, "tool_call"];
    expect(names).toContain("mcp_notes_read");
    next = tools.flatMap((tool, index) => [
      { id: `direct${index}`, name: tool, arguments: argumentsOf(tool) },
      {
        id: `found${index}`,
        name: "tool_call",
        // Told apart from the first, or it would not be made.
        arguments: {
          name: tool,
          arguments: { ...argumentsOf(tool), ...(tool === "tool_call" ? {} : { again: true }) },
        },
      },
    ]);

    const [first, second] = await asks(name, "Do it all.");

    // So few tokens are left for tools that even these are found by searching.
    expect(first?.tools.map((tool) => tool.name).toSorted()).toEqual(["tool_call", "tool_search"]);
    const results = second?.messages.filter(({ role }) => role === "tool").slice(-2 * tools.length) ?? [];
    expect(results).toHaveLength(2 * tools.length);
    for (const result of results)
      expect(JSON.stringify(result)).toMatch(/No tool [^ ]+ in this conversation|duplicate_of/);
    expect(heard([...(first ? [first] : []), ...(second ? [second] : [])])).toEqual([]);
  });
});

test("the session of the owner has all of it", async () => {
  const [request] = await asks("me", "What is in @secret.txt?");

  expect(heard(request ? [request] : [])).toEqual(
    ["context", "file", "note", "skill", "soul"].map((each) => `owner-${each}`),
  );
});

function argumentsOf(tool: string): Readonly<Record<string, unknown>> {
  const path = join(project, "secret.txt");
  if (tool === "tool_call") return { name: "terminal", arguments: { command: `cat ${path}` } };
  return {
    command: `cat ${path}`,
    code: `print(open("${path}").read())`,
    path,
    query: "owner",
    name: "deploy",
  };
}

/** A server with one tool, in as little as the protocol takes. */
const notesServer = `
  require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) return;
    const result =
      method === "initialize"
        ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1" } }
        : method === "tools/list"
          ? { tools: [{ name: "read", description: "owner-server", inputSchema: { type: "object" } }] }
          : { content: [{ type: "text", text: "owner-server" }] };
    process.stdout.write(JSON.stringify({ jsonrpc: "2.0", id, result }) + "\\n");
  });
`;
