import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { heartbeatPlace, removePlace } from "./heartbeat-place.ts";
import type { HeartbeatPlace } from "./heartbeat-place.ts";

function newPlace(...options: Parameters<typeof heartbeatPlace>): HeartbeatPlace {
  const place = heartbeatPlace(...options);
  onTestFinished(() => removePlace(place));
  return place;
}

const hour = 60;

test("without a file, and with one of headings and comments alone, nobody is asked and nothing is written", async () => {
  const place = newPlace({ chats: 2 });
  place.write("# Heartbeat\n\n<!-- nothing yet\n- every 1h: look -->\n- \n- [ ] \n", 1);

  await place.pass(24 * hour);

  expect(place.said).toEqual([]);
  expect(place.writes).toBe(0);
});

test("in a day of a hundred chats nobody is asked without a trigger", async () => {
  const place = newPlace({ chats: 100 });
  for (let chat = 0; chat < 100; chat++) place.write("- Water the plants.\n- every 40d: ask\n", chat);
  await place.pass(hour);
  expect(place.said).toHaveLength(100);

  await place.pass(24 * hour);

  expect(place.said).toHaveLength(100);
  // Looks are spread over the half hour.
  const looks = place.heartbeats.status().map(({ nextLookAt = 0 }) => Math.floor(nextLookAt / 60_000) % 30);
  expect(new Set(looks).size).toBeGreaterThan(20);
});

test("a file is told once when it is new and once when it is changed, whatever is started again", async () => {
  const place = newPlace();
  place.write("- Water the plants.");
  await place.pass(2 * hour);
  place.restart();
  await place.pass(2 * hour);
  expect(place.said).toHaveLength(1);
  expect(place.said[0]?.text).toContain("HEARTBEAT.md is new");
  expect(place.said[0]?.text).toContain("Water the plants.");

  place.write("- Water the flowers.");
  await place.pass(2 * hour);

  expect(place.said).toHaveLength(2);
  expect(place.said[1]?.text).toContain("HEARTBEAT.md was changed");
});

test("a task is told each time that it is due, and once for all times that were missed", async () => {
  const place = newPlace();
  place.write("- every 2h: look at the build\n- every weekday at 15:00: say hello");
  await place.pass(30);
  expect(place.said).toHaveLength(1);

  await place.pass(2 * hour);
  expect(place.said).toHaveLength(2);
  expect(place.said[1]?.text).toContain("It is due (every 2h): look at the build");
  expect(place.said[1]?.text).not.toContain("say hello");
  await place.pass(hour);
  expect(place.said[2]?.text).toContain("It is due (every weekday at 15:00): say hello");

  place.now += 5 * 86_400_000;
  place.restart();
  await place.pass(31);
  expect(place.said).toHaveLength(4);
  expect(place.said[3]?.text).toContain("look at the build");
  expect(place.said[3]?.text).toContain("say hello");
});

test("a watched folder is told when it has changed, and a loop of links in it is none", async () => {
  const place = newPlace();
  const watched = join(place.folder, "inbox");
  mkdirSync(join(watched, "deep"), { recursive: true });
  symlinkSync(watched, join(watched, "deep", "loop"));
  place.write("- when `inbox` changes: read what is new");
  await place.pass(hour);

  writeFileSync(join(watched, "deep", "letter.txt"), "Dear all");
  await place.pass(2 * hour);

  expect(place.said.map(({ text }) => text.includes("inbox has changed: read what is new"))).toEqual([
    false,
    true,
  ]);
});

test("the end of background work is told once, with a file or without one", async () => {
  const place = newPlace();
  place.ended.set("chat 0", ["process:1"]);
  await place.pass(2 * hour);
  place.ended.set("chat 0", ["process:1", "child:2"]);
  await place.pass(2 * hour);

  expect(place.said).toHaveLength(2);
  expect(place.said[0]?.text).toContain("There is news of work in the background");
});

test("what a person asks for happens at once, also in quiet hours, where everything else waits", async () => {
  const place = newPlace({ quietHours: "12:00-14:00" });
  place.write("- Water the plants.");
  place.ask("is it raining?");
  await place.pass(1);
  expect(place.said).toHaveLength(1);
  expect(place.said[0]?.text).toContain("says: is it raining?");
  expect(place.said[0]?.text).not.toContain("is new");

  await place.pass(118);
  expect(place.said).toHaveLength(1);
  await place.pass(31);

  expect(place.said).toHaveLength(2);
  expect(place.said[1]?.text).toContain("HEARTBEAT.md is new");
});

test("while a heartbeat waits there is no other one, and what came meanwhile is told in the next", async () => {
  const place = newPlace();
  place.fate = "waiting";
  place.write("- Water the plants.");
  await place.pass(hour);
  place.write("- Water the flowers.");
  place.ask("now");
  await place.pass(hour);
  expect(place.said).toHaveLength(1);

  place.fate = "done";
  await place.pass(1);

  expect(place.said).toHaveLength(2);
  expect(place.said[1]?.text).toContain("HEARTBEAT.md was changed");
  expect(place.said[1]?.text).toContain("says: now");
});

test("what was put off, or could not be kept, comes again; what failed does not, and is looked at less often", async () => {
  const place = newPlace();
  place.answer = "unserved";
  place.write("- every 1h: look\n- Water the plants.");
  await place.pass(hour);
  place.answer = "kept";
  place.fate = "put-off";
  await place.pass(2);
  expect(place.said).toHaveLength(1);
  await place.pass(30);
  expect(place.said).toHaveLength(2);
  place.fate = "failed";
  expect(place.said[1]?.text).toContain("HEARTBEAT.md is new");

  await place.pass(24 * hour);

  // After 1, 2, 4, 8 and again 8 hours, and no more often.
  expect(place.said.length).toBeGreaterThan(4);
  expect(place.said.length).toBeLessThan(9);
});

test("untrusted words are told with their source, and a status says what was looked at", async () => {
  const place = newPlace();
  place.write("- Water the plants.");
  await place.pass(hour);

  const [status] = place.heartbeats.status();

  expect(status).toMatchObject({ chat: "chat 0", lastWhy: ["HEARTBEAT.md new"] });
  expect(status?.nextLookAt).toBeGreaterThan(place.now);
  expect(status?.nextLookAt).toBeLessThanOrEqual(place.now + 30 * 60_000);
});
