import { validateMessagesRequest } from "@hermes/models/testing";
import { expect, test } from "vitest";
import { hermes, newPerson } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

const answer = (read: number, written: number): object => ({
  text: "Yes.",
  usage: { inputTokens: 5, outputTokens: 5, cacheReadTokens: read, cacheWriteTokens: written },
});

test("cache why tells what was read from the cache, and names what broke it", async () => {
  const person = await personWithModel([answer(0, 9_000), answer(9_000, 50), answer(0, 9_100)], {
    protocol: "messages",
    config: "  cache_ttl: 1h\nmemory:\n  save_at_end: false\n",
  });
  await hermes(person, ["-q", "First"]);
  await hermes(person, ["-c", "-q", "Second"]);
  const whole = await hermes(person, ["cache", "why"]);
  await hermes(person, ["-c", "-q", "Third", "--model", "claude-other"]);

  const broken = await hermes(person, ["cache", "why", "First"]);
  const json = await hermes(person, ["cache", "why", "latest", "--json"]);

  expect(whole).toMatchObject({ code: 0, stderr: "" });
  expect(whole.stdout).toContain(
    "2 requests: 9k tokens read from the cache, 9.1k written to it, 10 neither; 49.8 % read.",
  );
  expect(whole.stdout).toContain("Every request began with all of the one before it");
  expect(broken.stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d {2}request 3: another model, claude-other instead of claude-scripted\. 0 tokens were read/m,
  );
  expect(JSON.parse(json.stdout)).toMatchObject({
    requests: 3,
    breaks: [{ request: 3, cause: "model", now: "claude-other", before: "claude-scripted" }],
  });
  const bodies = person.server.requests.map(({ body }) => body);
  expect(bodies.flatMap((body) => validateMessagesRequest(body))).toEqual([]);
  for (const body of bodies)
    expect(JSON.stringify(body)).toContain('"cache_control":{"type":"ephemeral","ttl":"1h"}');
});

test("cache why without a conversation says how to begin", async () => {
  const outcome = await hermes(newPerson(), ["cache", "why"]);

  expect(outcome).toMatchObject({ code: 1, stdout: "" });
  expect(outcome.stderr).toContain("There are no conversations yet.");
});
