import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isOrphaned, ownerMark } from "../src/owner-mark.ts";

test("a name carries its owner's mark, which shows whether that process is gone", async () => {
  const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(gone, "exit");

  expect(isOrphaned(`hermes-${ownerMark(gone.pid)}-1a2b`, "hermes-")).toBe(true);
  expect(isOrphaned(`hermes-${ownerMark()}-1a2b`, "hermes-")).toBe(false);
  expect(isOrphaned(`other-${ownerMark(gone.pid)}-1a2b`, "hermes-")).toBe(false);
  expect(isOrphaned(`hermes-elsewhere-${gone.pid}-1a2b`, "hermes-")).toBe(false);
  expect(isOrphaned("hermes-", "hermes-")).toBe(false);
});
