import type { ServerFunction } from "@hermes/models/testing";
import { describe, expect, test } from "vitest";
import { hermes, outcomeOf, startHermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

/** A model that starts an agent in the background, which works until it is let go. */
function withAgent(): { readonly script: ServerFunction; readonly letGo: () => void } {
  const gate = Promise.withResolvers<void>();
  const script: ServerFunction = async ({ body }) => {
    const said = JSON.stringify(body);
    if (said.includes("works for another agent")) {
      await gate.promise;
      return { text: "Counted: 7." };
    }
    if (said.includes("has ended:")) return { text: "So it is 7." };
    if (said.includes('"role":"tool"')) return { text: "It is being counted." };
    return { calls: [{ name: "delegate_task", arguments: { goal: "Count them.", background: true } }] };
  };
  return { script, letGo: gate.resolve };
}

const waits = "Waiting for an agent in the background: Count them. (Ctrl-C interrupts)";

test("a single question waits for the agent in the background, and its answer goes on with what it brought", async () => {
  const { script, letGo } = withAgent();
  const person = await personWithModel(script);
  const child = startHermes(person, ["-q", "How many are there?"]);
  child.stderr?.on("data", (text: string) => {
    if (text.includes(waits)) letGo();
  });

  const { code, stdout, stderr } = await outcomeOf(child);

  expect(code).toBe(0);
  expect(stdout).toBe("It is being counted.\nSo it is 7.\n");
  expect(stderr).toContain("has ended: done. Its goal was: Count them.");
  expect(JSON.stringify(person.server.requests.at(-1)?.body)).not.toContain("Your last answer ended here");

  const parent = await hermes(person, ["sessions", "show", "latest"]);
  const [, id = ""] = /Its agents:\n +(\S+) +done +Count them\./.exec(parent.stdout) ?? [];
  const own = await hermes(person, ["sessions", "show", id]);
  expect(own.stdout).toMatch(/Works for \S+: How many are there\?/);
  const usage = await hermes(person, ["usage", "--json"]);
  expect(JSON.parse(usage.stdout).sessions).toHaveLength(1);
});

test("Ctrl-C ends the waiting, and the agent can go on later", async () => {
  const person = await personWithModel(withAgent().script);
  const child = startHermes(person, ["-q", "How many are there?"]);
  child.stderr?.on("data", (text: string) => {
    if (text.includes(waits)) child.kill("SIGINT");
  });

  expect(await outcomeOf(child)).toMatchObject({ code: 130 });
  const { stdout } = await hermes(person, ["sessions", "show", "latest", "--json"]);
  expect(JSON.parse(stdout).agents).toMatchObject([{ goal: "Count them.", state: "interrupted" }]);
});

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test("an agent that ends while nobody speaks is said at once, and told to the model with the next message", async () => {
    const { script, letGo } = withAgent();
    const terminal = openTestTerminal(await personWithModel(script), [], { columns: 120 });

    await terminal.ready();
    terminal.type("How many are there?\r");
    await terminal.shows("It is being counted.");
    await terminal.ready();
    letGo();
    await terminal.shows("has ended: done. Its goal was: Count them.");
    terminal.type("And?\r");
    const after = await terminal.shows("So it is 7.");

    expect(after).not.toContain("has ended");
  });
});
