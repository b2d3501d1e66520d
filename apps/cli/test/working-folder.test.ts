import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workingFolder } from "../src/working-folder.ts";

const typedIn = tmpdir();
const cwd = join("/", "repository");

test("under npm the agent works where the person typed the command", () => {
  const env = { npm_command: "run-script", npm_package_json: join(cwd, "package.json"), INIT_CWD: typedIn };

  expect(workingFolder({ cwd, env })).toBe(typedIn);
});

test("without npm the current folder counts, whatever INIT_CWD says", () => {
  expect(workingFolder({ cwd, env: { INIT_CWD: typedIn } })).toBe(cwd);
});

test("npm's INIT_CWD is ignored in a shell that has changed folder since", () => {
  const env = { npm_lifecycle_event: "dev", npm_package_json: "/other/package.json", INIT_CWD: typedIn };

  expect(workingFolder({ cwd, env })).toBe(cwd);
});

test("a deleted working folder is refused", () => {
  const env = { npm_command: "run-script", INIT_CWD: "/no/such/folder" };

  expect(workingFolder({ cwd, env })).toBe(cwd);
});
