import { scripted } from "@hermes/models";
import { assertStablePrefix } from "@hermes/models/testing";
import fc from "fast-check";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { HomeMcp } from "../../src/index.ts";
import { propertyRuns } from "../support/property-runs.ts";
import { mcpPlace, until } from "./mcp-place.ts";
import type { TestServer } from "./mcp-place.ts";

const serverNames = ["box", "post"] as const;
type ServerName = (typeof serverNames)[number];
const toolNames = ["move", "look", "burn", "count"] as const;

/** What happens before a turn. */
type Step =
  | { readonly kind: "offer"; readonly server: ServerName; readonly tools: readonly string[] }
  /** Its process ends. */
  | { readonly kind: "crash"; readonly server: ServerName }
  /** Its entry goes, or comes back. */
  | { readonly kind: "remove" | "add"; readonly server: ServerName }
  | { readonly kind: "reload" | "nothing" };

/** A turn that finds one tool and calls it. */
interface Turn {
  readonly before: Step;
  readonly server: ServerName;
  readonly tool: (typeof toolNames)[number];
}

const anyServer = fc.constantFrom(...serverNames);
const anyTools = fc.uniqueArray(fc.constantFrom(...toolNames), { minLength: 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant("offer" as const), server: anyServer, tools: anyTools }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("crash" as const), server: anyServer }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("remove" as const, "add" as const), server: anyServer }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom("reload" as const, "nothing" as const) }) },
);
const turn: fc.Arbitrary<Turn> = fc.record({
  before: step,
  server: anyServer,
  tool: fc.constantFrom(...toolNames),
});

const soon = (): { readonly signal: AbortSignal } => ({ signal: AbortSignal.timeout(30_000) });

test("whatever becomes of servers, each request says the same as the one before it and more, and what they offer is found and called", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 6, maxLength: 10 }), checkConversation),
    propertyRuns(3),
  );
}, 600_000);

async function checkConversation(turns: readonly Turn[]): Promise<void> {
  await using place = await mcpPlace();
  const servers = new Map<ServerName, TestServer>(serverNames.map((name) => [name, place.server(name)]));
  const offers = new Map<ServerName, readonly string[]>(serverNames.map((name) => [name, ["move"]]));
  const present = new Set<ServerName>(serverNames);
  const configure = async (): Promise<void> => {
    const mcpServers = Object.fromEntries([...present].map((name) => [name, of(name).entry()]));
    await writeFile(join(place.project, ".mcp.json"), JSON.stringify({ mcpServers }));
  };
  const of = (name: ServerName): TestServer => servers.get(name) ?? place.server(name);
  for (const name of serverNames) await of(name).offer({ name: "move" });
  await configure();
  await place.agree(...serverNames);
  const model = scripted(
    turns.flatMap(({ server: name, tool }) => [
      { calls: [{ name: "tool_search", arguments: { query: `mcp_${name}_${tool}` } }] },
      {
        calls: [
          { name: "tool_call", arguments: { name: `mcp_${name}_${tool}`, arguments: { to: "attic" } } },
        ],
      },
      { text: "Done." },
    ]),
  );
  await using opened = await place.open(model);
  const mcp = await opened.runtime.mcp();

  for (const { before, server, tool } of turns) {
    await happen(before, { mcp, of, offers, present, configure });
    await opened.session.agent.chat("Go on.");

    const isOffered = present.has(server) && (offers.get(server) ?? []).includes(tool);
    const [found, called] = (model.requests.at(-1)?.messages ?? [])
      .filter(({ role }) => role === "tool")
      .slice(-2)
      .map((message) => ("content" in message ? String(message.content) : ""));
    const name = `mcp_${server}_${tool}`;
    // What is in the first request needs no search.
    const isListed = model.requests[0]?.tools.some((each) => each.name === name) ?? false;
    expect([name, found?.includes(`"${name}"`), called?.includes("attic")]).toEqual([
      name,
      isOffered && !isListed,
      isOffered,
    ]);
  }
  assertStablePrefix(model.requests);
}

interface World {
  readonly mcp: HomeMcp;
  readonly of: (name: ServerName) => TestServer;
  readonly offers: Map<ServerName, readonly string[]>;
  readonly present: Set<ServerName>;
  readonly configure: () => Promise<void>;
}

async function happen(step: Step, { mcp, of, offers, present, configure }: World): Promise<void> {
  switch (step.kind) {
    case "offer":
      await of(step.server).offer(...step.tools.map((name) => ({ name })));
      offers.set(step.server, step.tools);
      break;
    case "crash": {
      const path = join(of(step.server).folder, "stop");
      if (!present.has(step.server)) break;
      const { status } = await mcp.server(step.server);
      if (status.state !== "ready") break;
      await writeFile(path, "now");
      await until(async () => (await mcp.server(step.server)).status.state !== "ready");
      await writeFile(path, "");
      break;
    }
    case "remove":
    case "add":
      if (step.kind === "add") present.add(step.server);
      else present.delete(step.server);
      await configure();
      await mcp.reload();
      break;
    case "reload":
      await mcp.reload();
      break;
    case "nothing":
  }
  // What is there is known before the next turn.
  for (const name of present)
    await until(async () => {
      const { tools: known } = await mcp.catalogue(name, soon());
      return (
        JSON.stringify(known.map((tool) => tool.name)) ===
        JSON.stringify([...(offers.get(name) ?? [])].sort())
      );
    });
}
