import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { slashCommands } from "@hermes/agent-loop/controller";
import type { OpenSession } from "@hermes/runtime";
import { expect, onTestFinished, test } from "vitest";
import { editOutside } from "../src/input/edit-outside.ts";
import { FileIndex } from "../src/input/file-index.ts";
import { listFiles } from "../src/input/list-files.ts";
import { OwnCommands } from "../src/input/own-commands.ts";
import { imageSource } from "../src/input/read-image.ts";
import { OwnCommandBlock } from "../src/screen/blocks/own-command-block.ts";
import { createStyle } from "../src/render/style.ts";
import { sessionCompletions } from "../src/input/session-completions.ts";

function folderWith(...files: readonly string[]): string {
  const root = mkdtempSync(join(tmpdir(), "hermes-sources-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}

/** A program of the person's, first in the search path. */
function programIn(root: string, name: string, script: string): Readonly<Record<string, string>> {
  mkdirSync(join(root, "bin"), { recursive: true });
  writeFileSync(join(root, "bin", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(root, "bin", name), 0o755);
  return { PATH: `${join(root, "bin")}:/usr/bin:/bin` };
}

const { signal } = new AbortController();
const env = { PATH: process.env["PATH"] };

test("in a repository git's files are found, and those it would add, without what it ignores", async () => {
  const root = folderWith("src/a.ts", "new.ts", "ignored.log", "node_modules/x.js");
  writeFileSync(join(root, ".gitignore"), "*.log\nnode_modules\n");
  execFileSync("git", ["init", "-q"], { cwd: root });
  execFileSync("git", ["add", "src"], { cwd: root });

  expect((await listFiles(root, env)).toSorted()).toEqual([".gitignore", "new.ts", "src/a.ts"]);
});

test("elsewhere files are found but in hidden folders and in node_modules", async () => {
  const root = folderWith("b.txt", "deep/er/a.txt", ".hidden/x", ".env", "node_modules/x.js");

  expect(await listFiles(root, env)).toEqual([".env", "b.txt", "deep/er/a.txt"]);
});

test("what begins like the name comes before what has it inside, and that before scattered letters", async () => {
  const index = new FileIndex({
    list: async () => [
      "docs/input.md",
      "src/deep/my-input.ts",
      "src/input/editor.ts",
      "i/n/p/u/t.ts",
      "other.ts",
    ],
  });

  const found = (await index.search("input", signal)).map(({ path }) => path);

  expect(found).toEqual([
    "src/input/",
    "docs/input.md",
    "src/deep/my-input.ts",
    "src/input/editor.ts",
    "i/n/p/u/t.ts",
  ]);
  expect((await index.search("SRC/inp", signal))[0]?.path).toBe("src/input/");
});

test("among 100,000 files a search is abandoned when the next key comes, and other work goes on meanwhile", async () => {
  const index = new FileIndex({
    list: async () => Array.from({ length: 100_000 }, (_, at) => `dir${at % 100}/file-${at}.ts`),
  });
  const key = new AbortController();
  let others = 0;
  const timer = setInterval(() => others++, 0);

  const abandoned = Promise.allSettled([index.search("file", key.signal)]);
  key.abort(new Error("the next key"));
  const found = await index.search("file-99999", signal);
  clearInterval(timer);

  expect(await abandoned).toMatchObject([{ status: "rejected", reason: key.signal.reason }]);
  expect(found[0]?.path).toBe("dir99/file-99999.ts");
  expect(others).toBeGreaterThan(0);
});

test("a list is made anew once it is old, and nobody waits for that", async () => {
  let now = 0;
  let files = ["a.ts"];
  const index = new FileIndex({ list: async () => files, now: () => now });
  const pathsOf = async () => (await index.search("", signal)).map(({ path }) => path);
  expect(await pathsOf()).toEqual(["a.ts"]);

  files = ["b.ts"];
  now = 6_000;
  expect(await pathsOf()).toEqual(["a.ts"]);
  await new Promise((resolve) => setImmediate(resolve));

  expect(await pathsOf()).toEqual(["b.ts"]);
});

test("commands are completed with their arguments, skills with their names, and paths as they were begun", async () => {
  const root = folderWith("src/a b.ts", "src/.hidden", "src/c/d.ts");
  const sources = sessionCompletions({
    commands: slashCommands,
    ports: {
      skills: {
        commands: async () => [{ name: "deploy", summary: "Ships it." }],
        messageOf: async () => undefined,
      },
      modes: {
        list: async () => [
          { name: "ask", summary: "Asks." },
          { name: "plan", summary: "Only reads." },
        ],
        current: async () => "ask",
        set: async () => undefined,
      },
      sessions: {
        list: async () => [{ id: "20261121-1", title: "trip krakow", messageCount: 2, lastActiveAt: 0 }],
        find: async (wanted) => wanted,
        setTitle: async () => false,
        export: async () => "",
      },
    },
    sessionId: () => "s",
    files: new FileIndex({ list: async () => [] }),
    cwd: root,
  });
  const names = async () => (await sources.commands?.())?.map(({ name }) => name);

  expect(await names()).toContain("model");
  expect(await names()).toContain("deploy");
  expect(await sources.argumentsOf?.("mode", "pl")).toEqual([{ text: "plan", summary: "Only reads." }]);
  expect(await sources.argumentsOf?.("skills", "dep")).toEqual([
    { text: "use deploy", summary: "Ships it." },
  ]);
  expect(await sources.argumentsOf?.("resume", "kra")).toEqual([
    { text: "20261121-1", label: "trip krakow", summary: "2 messages" },
  ]);
  expect(await sources.argumentsOf?.("busy", "st")).toEqual([{ text: "steer" }]);
  expect(await sources.argumentsOf?.("image", "src/c")).toEqual([{ text: "src/c/", goesOn: true }]);
  expect(await sources.argumentsOf?.("nothing", "x")).toEqual([]);
  expect(await sources.paths?.("src/a\\ ")).toEqual([{ path: "src/a b.ts" }]);
  expect(await sources.paths?.("./src/")).toEqual([{ path: "./src/a b.ts" }, { path: "./src/c/" }]);
});

test("a text is edited in the person's editor, and its file is gone afterwards", async () => {
  const root = folderWith();
  const given = programIn(root, "my-editor", 'cat "$1" >"$0.seen"; printf "edited\\ntwice\\n" >"$1"');
  const options = {
    env: { ...given, EDITOR: "my-editor", TMPDIR: root },
    lend: <R>(task: () => Promise<R>) => task(),
  };

  expect(await editOutside("draft", options)).toBe("edited\ntwice");
  expect(readdirSync(root)).toEqual(["bin"]);
  await expect(
    editOutside("draft", { ...options, env: { ...options.env, VISUAL: "false" } }),
  ).rejects.toMatchObject({
    code: "CLI_EDITOR_FAILED",
  });
  expect(readdirSync(root)).toEqual(["bin"]);
});

const gif = Buffer.from("R0lGODlhAQABAIAAAAAAAP///ywAAAAAAQABAAACAUwAOw==", "base64");

test("an image of the clipboard is read by the first program that has one", async () => {
  const root = folderWith();
  writeFileSync(join(root, "clip.gif"), gif);
  programIn(root, "wl-paste", "exit 1");
  const given = programIn(root, "xclip", `cat '${join(root, "clip.gif")}'`);

  expect(await imageSource({ cwd: root, env: given }).fromClipboard()).toMatchObject({
    ok: true,
    image: {
      name: "clipboard",
      width: 1,
      height: 1,
      part: { mediaType: "image/gif", data: gif.toString("base64") },
    },
  });
  expect(await imageSource({ cwd: root, env: { PATH: root } }).fromClipboard()).toMatchObject({ ok: false });
});

const result = { output: "a.ts\n", exitCode: 0, interrupted: false, truncated: false, durationMs: 1 };

test("what a person ran rides once, as data, on their next message, and on no command", async () => {
  const own = new OwnCommands();
  const view = new OwnCommandBlock("ls", createStyle(false));

  await own.run("ls", { runOwn: async () => result }, { view, signal });

  expect(own.ride("/model")).toBe("/model");
  expect(own.ride("what is this?")).toEqual({
    content: [{ type: "text", text: "what is this?" }],
    notes: [expect.stringContaining('{"command":"ls","exit_code":0,"output":"a.ts\\n"}')],
  });
  expect(own.ride("and now?")).toBe("and now?");
});

test("output of a person's command is shown as it comes, clean and wrapped, and its lines settle once", async () => {
  const view = new OwnCommandBlock("make all", createStyle(false));
  const seen: string[] = [...view.settle(12)];
  for (const text of [
    "one\ntw",
    "o \u001b[31mred\u001b[0m words\r",
    "\n10%\r20%",
    "\u001b]0;title\u0007\n",
  ]) {
    view.push(text);
    seen.push(...view.settle(12));
  }
  expect(view.live(12)).toEqual(["20%"]);

  view.end({ ...result, exitCode: 2, durationMs: 3_000 });
  seen.push(...view.settle(12));

  expect(seen).toEqual(["! make all", "one", "two red", "words", "10%", "20%", "— exit 2 ·", "3.0s —"]);
  expect([view.settle(12), view.live(12)]).toEqual([[], []]);
});

test("Ctrl-C ends a person's command, and it is said where it could not run", async () => {
  const own = new OwnCommands();
  const view = new OwnCommandBlock("sleep 9", createStyle(false));
  const runOwn: OpenSession["runOwn"] = async (_command, options) => {
    await new Promise((resolve) => options.signal.addEventListener("abort", resolve));
    return { ...result, interrupted: true };
  };
  expect(own.stop()).toBe(false);

  const running = own.run("sleep 9", { runOwn }, { view, signal });
  expect(own.stop()).toBe(true);
  await running;

  expect(view.settle(40)).toEqual(["! sleep 9", "— interrupted —"]);
  const lost = own.run("x", { runOwn: () => Promise.reject(new Error("no place")) }, { view, signal });
  await expect(lost).rejects.toThrow("no place");
});
