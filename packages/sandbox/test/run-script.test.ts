import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chooseIsolation } from "@hermes/jail";
import { needs } from "@hermes/tooling/prerequisites";
import { describe, expect, test } from "vitest";
import { runScript } from "../src/index.ts";
import type { RunScriptOptions, ScriptRun } from "../src/index.ts";

const env = { PATH: process.env["PATH"] };
const found = await chooseIsolation("jail");
const missing = "refused" in found ? `needs a jail: ${found.refused}` : undefined;

/** A folder with files of these texts; `then` may look at it before it goes. */
async function runIn(
  files: Readonly<Record<string, string>>,
  script: string,
  options: Partial<RunScriptOptions> & { readonly then?: (folder: string) => Promise<void> } = {},
): Promise<ScriptRun> {
  if ("refused" in found) throw new Error(found.refused);
  const folder = await mkdtemp(join(tmpdir(), "hermes-script-test-"));
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    await symlink("/etc/hostname", join(folder, "link"));
    const signal = options.signal ?? new AbortController().signal;
    const run = await runScript({ jail: found.jail, folder, script, env, ...options, signal });
    await options.then?.(folder);
    return run;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const ended = (exitCode: number, output: string) => ({ ran: true, exitCode, ended: "by-itself", output });

describe.skipIf(missing !== undefined)(`a script in the jail (${missing ?? "there is one"})`, () => {
  test.for([
    ["check.py", "import helper, sys\nprint(open('notes.txt').read(), helper.word)\nsys.exit(3)\n"],
    [
      "check.mjs",
      "import { readFileSync } from 'node:fs';\nconsole.log(readFileSync('notes.txt', 'utf8'), 'here');\nprocess.exit(3);\n",
    ],
    ["check.ts", "const word: string = 'here';\nconsole.log('text', word);\nprocess.exit(3);\n"],
    ["check.sh", "printf '%s %s\\n' \"$(cat notes.txt)\" here\nexit 3\n"],
  ] as const)("%s runs with the folder's copy as its working folder", async ([name, text], context) => {
    if (name.endsWith(".py")) needs(context, "python3");
    const files = { "notes.txt": "text", "scripts/helper.py": "word = 'here'\n", [`scripts/${name}`]: text };

    expect(await runIn(files, `scripts/${name}`)).toEqual(ended(3, "text here\n"));
  });

  test("what it writes is gone afterwards, links are not there, and neither are network and home", async () => {
    const text =
      "echo changed > notes.txt && echo new > new.txt\nls\nwget -q -T 2 -O- http://1.1.1.1 2>/dev/null || echo no network\nls /root /home 2>&1 | grep -c . \n";
    let after: readonly string[] = [];

    const run = await runIn({ "notes.txt": "text", "check.sh": text }, "check.sh", {
      then: async (folder) => {
        after = [...(await readdir(folder)), await readFile(join(folder, "notes.txt"), "utf8")];
      },
    });

    expect(run).toMatchObject({
      output: expect.stringMatching(/^check\.sh\nnew\.txt\nnotes\.txt\nno network\n/),
    });
    expect(after.toSorted()).toEqual(["check.sh", "link", "notes.txt", "text"]);
  });

  test("one that goes on for too long is ended, and so is one that nobody waits for", async () => {
    const files = { "check.sh": "echo begun\nsleep 600\n" };
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 300);

    const [late, interrupted] = await Promise.all([
      // The start of the jail counts, and takes its time on a busy machine.
      runIn(files, "check.sh", { limits: { timeoutMs: 3_000 } }),
      runIn(files, "check.sh", { signal: stop.signal }),
    ]);

    expect(late).toMatchObject({ ran: true, ended: "timeout", output: "begun\n" });
    expect(interrupted).toMatchObject({ ran: true, ended: "interrupted" });
  });

  test("of a long output the start and the end are kept", async () => {
    const run = await runIn({ "check.sh": "seq 1 20000\n" }, "check.sh", {
      limits: { maxOutputChars: 1_000 },
    });

    expect(run).toMatchObject({ output: expect.stringMatching(/^1\n2\n[^]*left out[^]*\n20000\n$/) });
  });

  test.each([
    ["check.rb", env, "Nothing is known that runs check.rb"],
    ["check.py", { PATH: "/nowhere" }, "check.py needs python3"],
  ])("without a program for %s it does not run, and says why", async (name, around, reason) => {
    const run = await runIn({ [name]: "" }, name, { env: around });

    expect(run).toEqual({ ran: false, reason: expect.stringContaining(reason) });
  });
});
