// What knowledge costs: the prompt that every session begins with (default tools, the skills that come with Hermes),
// as a provider counts it (o200k_base); the start of a session with and without skills; one note into memory.
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadSettings } from "@hermes/config";
import { scripted } from "@hermes/models";
import type { ModelRequest } from "@hermes/models";
import { median, report } from "@hermes/tooling/bench";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { createRuntime } from "../src/index.ts";
import type { Runtime } from "../src/index.ts";

const bundledSkills = join(import.meta.dirname, "..", "..", "..", "skills");
const folder = mkdtempSync(join(tmpdir(), "hermes-bench-knowledge-"));

/** A person with a home of their own. */
async function open(name: string, options: { readonly bundledSkills?: string } = {}): Promise<Runtime> {
  const home = join(folder, name);
  const project = join(home, "project");
  mkdirSync(project, { recursive: true });
  const env = { PATH: process.env["PATH"], HOME: home, HERMES_HOME: join(home, ".hermes") };
  return createRuntime({
    loaded: await loadSettings({ env }),
    cwd: project,
    env,
    platform: "cli",
    model,
    housekeepingAfterMs: Infinity,
    ...options,
  });
}

let model = scripted([]);

async function firstRequest(
  name: string,
  options: { readonly bundledSkills?: string },
): Promise<ModelRequest> {
  model = scripted([{ text: "Hello." }]);
  await using runtime = await open(name, options);
  await using session = await runtime.openSession();
  await session.agent.chat("Hi");
  const [request] = model.requests;
  if (request === undefined) throw new Error("There was no request.");
  return request;
}

const count = (text: string): number => encode(text).length;
const asSent = (tool: NonNullable<ModelRequest["tools"]>[number]): string =>
  JSON.stringify({ type: "function", function: tool });

async function startPrompt(): Promise<void> {
  const { system = "", tools = [] } = await firstRequest("prompt", { bundledSkills });
  const index = /Skills are [^]*<\/available_skills>/.exec(system)?.[0] ?? "";
  report({
    figure: `start prompt: default tools, ${index.split("\n- ").length - 1} skills`,
    unit: "tokens",
    value: count(system) + count(JSON.stringify(tools.map((tool) => ({ type: "function", function: tool })))),
    better: "lower",
    goal: 6_000,
    floor: { name: "without tools and skills", value: count(system.replace(index, "")) },
    others: [
      { name: "index of skills", value: count(index) },
      ...tools
        .map((tool) => ({ name: tool.name, value: count(asSent(tool)) }))
        .toSorted((a, b) => b.value - a.value),
    ],
  });
}

/** From the call to the model's first request, with everything warm; homes take turns, so that noise is shared. */
async function starts(names: readonly string[], rounds: number): Promise<ReadonlyMap<string, number>> {
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const startedAt = performance.now();
      // oxlint-disable-next-line no-await-in-loop -- one after the other is what is measured
      await firstRequest(name, name === "none" ? {} : { bundledSkills });
      if (round > 0) times.get(name)?.push(performance.now() - startedAt);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}

function write500(): void {
  const skills = join(folder, "many", ".hermes", "skills");
  for (let index = 0; index < 500; index++) {
    const skill = join(skills, `category-${index % 25}`, `skill-${index}`);
    mkdirSync(skill, { recursive: true });
    const description = `Handle matter ${index} of the quarterly review. Use when somebody asks for the report of team ${index % 40}.`;
    writeFileSync(
      join(skill, "SKILL.md"),
      `---\nname: skill-${index}\ndescription: ${description}\n---\n\n${"1. Do the next step.\n".repeat(60)}`,
    );
  }
}

async function conversationStarts(): Promise<void> {
  write500();
  const cold = performance.now();
  await firstRequest("many", { bundledSkills });
  const coldMs = performance.now() - cold;
  const medians = await starts(["none", "bundled", "many"], 16);
  report({
    figure: "start of a conversation with the bundled skills, to its first answer, warm",
    unit: "ms",
    value: medians.get("bundled") ?? Number.NaN,
    better: "lower",
    floor: { name: "without skills", value: medians.get("none") ?? Number.NaN },
    others: [
      { name: "with 500 skills more", value: medians.get("many") ?? Number.NaN },
      { name: "with 500 skills more, never seen before", value: coldMs },
    ],
  });
}

async function indexOf500(): Promise<void> {
  await using runtime = await open("many", { bundledSkills });
  const { library } = await runtime.skills();
  const times: number[] = [];
  for (let round = 0; round < 21; round++) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await library.list();
    times.push(performance.now() - startedAt);
  }
  cpSync(join(folder, "many"), join(folder, "cold"), { recursive: true });
  rmSync(join(folder, "cold", ".hermes", "cache"), { recursive: true });
  await using other = await open("cold", { bundledSkills });
  const cold = (await other.skills()).library;
  const startedAt = performance.now();
  await cold.list();
  report({
    figure: "index of 500 skills and the bundled ones, warm",
    unit: "ms",
    value: median(times),
    better: "lower",
    goal: 50,
    others: [{ name: "never seen before", value: performance.now() - startedAt }],
  });
}

async function memoryWrite(): Promise<void> {
  await using runtime = await open("memory");
  const memory = await runtime.memory();
  const times: number[] = [];
  for (let round = 0; round < 21; round++) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- as above
    await memory.add("memory", `The build of part ${round} takes ${round} minutes.`);
    times.push(performance.now() - startedAt);
  }
  report({ figure: "one note into memory", unit: "ms", value: median(times), better: "lower" });
}

await startPrompt();
await conversationStarts();
await indexOf500();
await memoryWrite();
rmSync(folder, { recursive: true, force: true });
