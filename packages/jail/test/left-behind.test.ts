import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { isLeftBehind, ownerMark } from "../src/left-behind.ts";

test("a name tells whether whoever made it is gone", async () => {
  const gone = spawn(process.execPath, ["--version"], { stdio: "ignore" });
  await once(gone, "exit");

  expect(isLeftBehind(`hermes-${ownerMark(gone.pid)}-1a2b`, "hermes-")).toBe(true);
  expect(isLeftBehind(`hermes-${ownerMark()}-1a2b`, "hermes-")).toBe(false);
  expect(isLeftBehind(`other-${ownerMark(gone.pid)}-1a2b`, "hermes-")).toBe(false);
  expect(isLeftBehind(`hermes-elsewhere-${gone.pid}-1a2b`, "hermes-")).toBe(false);
  expect(isLeftBehind("hermes-", "hermes-")).toBe(false);
});
