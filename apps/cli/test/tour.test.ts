import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { AgentEvent } from "@hermes/agent-loop";
import { expect, onTestFinished, test } from "vitest";
import { openTour } from "../src/tour/open-tour.ts";
import type { Tour } from "../src/tour/open-tour.ts";
import { newPerson } from "./support/hermes.ts";

async function play(tour: Tour): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for (const step of tour.steps) for await (const event of step.run()) events.push(event);
  return events;
}

test("the tour drives real tools to the end without an error, and says that it is scripted", async () => {
  await using tour = await openTour({ env: newPerson().env });

  const events = await play(tour);

  expect(tour.notice).toContain("This is a scripted model: it follows a fixed script and does not think.");
  const calls = events.filter((event) => event.type === "tool-call-end");
  expect(calls.map(({ name }) => name)).toEqual([
    "todo",
    "terminal",
    "write_file",
    "patch",
    "terminal",
    "todo",
    "memory",
    "memory",
    "read_file",
  ]);
  expect(calls.filter(({ isError }) => isError)).toEqual([]);
  expect(events.filter((event) => event.type === "turn-end").map(({ reason }) => reason)).toEqual([
    "answered",
    "answered",
    "answered",
  ]);
  const run = calls.findLast(({ name }) => name === "terminal");
  expect(run?.content).toContain("Hello, world!\\nHello, Ada!");
});

test("the fact saved in the first conversation of the tour is quoted from the prompt of the second", async () => {
  await using tour = await openTour({ env: newPerson().env });

  const events = await play(tour);

  const sessions = events.flatMap((event) => (event.type === "turn-start" ? [event.sessionId] : []));
  expect(sessions[0]).toBe(sessions[1]);
  expect(sessions[2]).not.toBe(sessions[0]);
  const texts = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  expect(texts).toContain("My prompt begins with what was saved: “Likes short answers.”");
});

test("a tool that fails in the tour is reported, and the tour goes on", async () => {
  await using tour = await openTour({ env: newPerson().env });
  // Where a folder has the name of the script, it can't be written.
  await mkdir(join(tour.work, "greet.sh"));

  const events = await play(tour);

  const texts = events.map((event) => (event.type === "text-delta" ? event.text : "")).join("");
  expect(texts).toContain("That did not work: greet.sh is a folder, not a file.");
  expect(texts).not.toContain("Hello, Ada!");
  expect(events.filter((event) => event.type === "turn-end")).toHaveLength(3);
});

test("the scratch folder is removed, unless it is to be kept", async () => {
  const passing = await openTour({ env: newPerson().env });
  await passing[Symbol.asyncDispose]();
  const kept = await openTour({ env: newPerson().env, keep: true });
  onTestFinished(() => rm(kept.folder, { recursive: true, force: true }));
  await play(kept);
  await kept[Symbol.asyncDispose]();

  await expect(stat(passing.folder)).rejects.toMatchObject({ code: "ENOENT" });
  expect((await stat(join(kept.work, "greet.sh"))).isFile()).toBe(true);
});

test("switches of the person, such as yolo or a home, have no say in the tour", async () => {
  const { env, home } = newPerson();
  await using tour = await openTour({ env: { ...env, HERMES_MAX_ITERATIONS: "1" } });

  const events = await play(tour);

  expect(events.filter((event) => event.type === "turn-end").map(({ reason }) => reason)).toEqual([
    "answered",
    "answered",
    "answered",
  ]);
  expect(await readdir(home)).toEqual([]);
});
