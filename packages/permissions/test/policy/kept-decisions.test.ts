import { expect, test } from "vitest";
import { call, once, personWho, temporaryPlace } from "./support/temporary-place.ts";

const outside = (path = "/opt/hermes-test.txt") => ({ path, content: "x" });
const terminal = { toolset: "terminal" } as const;

test("each decision is kept with who decided and why, without secrets", async () => {
  await using place = await temporaryPlace();
  const { createRedactor } = await import("@hermes/redaction");
  const secret = "sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MGFiY2RlZmdoaWprbG1ub3A";
  const permissions = place.open({
    section: { "terminal.*": "deny", "file.write(/srv/**)": "allow" },
    redact: async () => createRedactor(),
  });
  const { approve } = personWho(once);
  const origin = { platform: "slack", entryPoint: "chat", userId: "ada" };

  await call(
    permissions,
    "terminal",
    { command: `curl -H "Authorization: Bearer ${secret}" x.example` },
    { ...terminal, origin },
  );
  await call(permissions, "write_file", outside("/srv/a"), { origin });
  await call(permissions, "write_file", outside(), { approve, origin });
  await call(permissions, "write_file", outside("~/.ssh/id_rsa"), { approve, origin });
  await call(permissions, "write_file", outside("a.txt"), { origin });

  expect(place.records.map(({ decision, decidedBy }) => [decision, decidedBy])).toEqual([
    ["denied", "rule terminal.* (the settings, permissions)"],
    ["allowed", "rule file.write(/srv/**) (the settings, permissions)"],
    ["allowed", "person, once"],
    ["denied", "hard limit credentials.write"],
    ["allowed", "mode ask"],
  ]);
  expect(place.records[0]).toMatchObject({
    at: 7,
    sessionId: "test-session",
    platform: "slack",
    userId: "ada",
    tool: "terminal",
  });
  expect(JSON.stringify(place.records)).not.toContain(secret);
  expect(place.records[0]?.request).toContain("curl -H");
});

test("a decision that can't be written to the audit is a warning", async () => {
  await using place = await temporaryPlace();
  const permissions = place.open({
    record: () => {
      throw new Error("The disk is full.");
    },
  });

  expect((await call(permissions, "write_file", outside("a.txt"))).allow).toBe(true);
  expect(place.warnings).toEqual(["A decision could not be kept: The disk is full."]);
});
