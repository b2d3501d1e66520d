import { execFile } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { needs } from "@hermes/tooling/prerequisites";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answers, personWhoTalked, says } from "./support/filled-person.ts";
import { bin, hermes, newPerson, type Fixture } from "./support/hermes.ts";

/** What a person would have on PATH. */
function withCommand(person: Fixture): Fixture {
  const folder = join(person.home, "..", "bin");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "hermes");
  writeFileSync(path, `#!/bin/sh\nexec '${process.execPath}' '${bin}' "$@"\n`, { mode: 0o755 });
  return { ...person, env: { ...person.env, PATH: `${folder}:${person.env["PATH"]}` } };
}

async function run(person: Fixture, program: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { env: person.env, cwd: person.project });
  return stdout;
}

/** What bash gets for a line with the cursor at its end; words as bash splits it. */
async function inBash(person: Fixture, line: string, words: readonly string[]): Promise<readonly string[]> {
  const script = `source <(hermes completion bash)
    COMP_LINE=$1; COMP_POINT=\${#1}; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_TYPE=9
    _hermes; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const text = await run(withCommand(person), "bash", "--norc", "-c", script, "bash", line, ...words);
  return text.split("\n").filter((each) => each !== "");
}

/** What is offered for words of which the last one is being typed, without descriptions. */
async function offered(person: Fixture, ...words: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await hermes(person, ["__complete", "--", "fish", ...words]);
  return stdout
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => line.split("\t")[0] ?? "");
}

test("bash completes commands, options and their choices in the middle of a word", async () => {
  const person = newPerson();

  expect(await inBash(person, "hermes sess", ["hermes", "sess"])).toEqual(["sessions"]);
  expect(await inBash(person, "hermes sessions re", ["hermes", "sessions", "re"])).toEqual([
    "rename",
    "redact",
  ]);
  expect(
    await inBash(person, "hermes cron add x --catch-up o", ["hermes", "cron", "add", "x", "--catch-up", "o"]),
  ).toEqual(["once"]);
  // bash makes a word of its own of the sign.
  expect(await inBash(person, "hermes chat --effort=hi", ["hermes", "chat", "--effort", "=", "hi"])).toEqual([
    "high",
  ]);
});

test("a line with a command in it is text: nothing of it is run", async () => {
  const person = newPerson();
  const harm = join(person.project, "harm");
  const word = `"$(touch ${harm})\`touch ${harm}\`"`;

  await inBash(person, `hermes sessions show ${word} `, ["hermes", "sessions", "show", word, ""]);

  expect(existsSync(harm)).toBe(false);
});

test("whatever a title is, bash gets it as one word, and nothing is run", async () => {
  const harm = "/tmp/hermes-completion-harm";
  const parts = fc.constantFrom(
    ...[
      "$(touch ",
      `${harm})`,
      "`",
      "'",
      '"',
      "\\",
      "!",
      "!!",
      " ",
      "\n",
      "\t",
      ";",
      "&",
      "|",
      ">",
      "~",
      "*",
    ],
    ...["{a,b}", "[x]", "$HOME", "%F{red}", "#", "=", ":", "é", "日本", "🚀", "\u202e", "x", "word"],
  );
  const titles = fc.sample(
    fc.array(parts, { minLength: 1, maxLength: 8 }).map((some) => some.join("")),
    { numRuns: 200, seed: 7 },
  );
  const named = [...new Set(titles.map((title, index) => `t${index} ${title}`))];
  const person = await personWhoTalked(
    named.map((title, index) => ({
      ...{ id: `20261121-${String(index).padStart(6, "0")}-aa`, title },
      messages: [says("Hi"), answers("Hello")],
    })),
  );
  const known = new Set((await offered(person, "--resume", "t")).filter((each) => each.startsWith("t")));

  for (const [quote, close] of [
    ["", ""],
    ['"', '"'],
    ["'", "'"],
  ] as const) {
    const { stdout } = await hermes(person, [
      "__complete",
      "--",
      "bash",
      `hermes --resume ${quote}t`,
      `${quote}t`,
    ]);
    const candidates = stdout.trimEnd().split("\n").slice(1);
    const lines = candidates.map((line) => {
      const [text = ""] = line.split("\t");
      // As readline does: it closes the quote where the text does not end with one.
      return `printf '%s\\0' ${quote}${text}${text.endsWith(quote) ? "" : close}`;
    });
    const script = join(person.project, "typed.sh");
    writeFileSync(script, `${lines.join("\n")}\n`);
    const typed = (await run(person, "bash", "--norc", script)).split("\0").filter((each) => each !== "");

    expect(new Set(typed)).toEqual(known);
  }
  expect(known.size).toBeGreaterThan(150);
  expect(existsSync(harm)).toBe(false);
});

describe("in other shells", () => {
  const title = `zz $(touch harm) it's "so" a:b\\c %F{red} !!`;
  const talk = { id: "20261121-000001-aa", title, messages: [says("Hi"), answers("Hello")] };

  test("fish lists candidates with their descriptions, and titles as they are", async (context) => {
    needs(context, "fish");
    const person = withCommand(await personWhoTalked([talk]));

    const text = await run(
      person,
      ...(["fish", "--no-config", "-c"] as const),
      `hermes completion fish | source; complete -C "hermes sess"; complete -C "hermes --effort=hi"; complete -C "hermes --resume zz"`,
    );

    expect(text.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^sessions\tfind, read/),
      "--effort=high",
      `${title}\t${talk.id}`,
    ]);
    expect(existsSync(join(person.project, "harm"))).toBe(false);
  });

  test("zsh puts commands, values and titles into the line as one word each", async (context) => {
    needs(context, "zsh");
    const person = withCommand(await personWhoTalked([talk]));
    // At a terminal of its own: the line is completed, and then run with a function in the place of the program.
    const script = `zmodload zsh/zpty; zpty z zsh -f -i
      zpty -w z 'TERM=dumb; PS1=; autoload -U compinit; compinit -u -D; source <(hermes completion zsh); hermes() { printf "<%s>" "$@"; print -r -- END; }; print -r -- RE''ADY'
      zpty -r z out '*READY*'
      for line in 'hermes sess' 'hermes chat --effort=hi' 'hermes --resume zz' 'hermes --resume "zz'; do
        zpty -w -n z "$line"$'\\t\\n'
        zpty -r z out '*END*'
        print -r -- "\${\${out%END*}##*$'\\n'}"
      done`;

    const text = await run(person, "zsh", "-f", "-c", script);

    expect(
      text
        .trimEnd()
        .split("\n")
        .map((line) => line.slice(line.indexOf("<"))),
    ).toEqual(["<sessions>", "<chat><--effort=high>", `<--resume><${title}>`, `<--resume><${title}>`]);
    expect(existsSync(join(person.project, "harm"))).toBe(false);
  });
});

test("every group completes its commands, also one that is declared when it is asked for", async () => {
  const person = newPerson();

  for (const [group, command] of [
    ["cron", "tick"],
    ["gateway", "logs"],
    ["mcp", "login"],
    ["pairing", "list"],
    ["skills", "scan"],
    ["profile", "create"],
    ["config", "set"],
  ] as const)
    // oxlint-disable-next-line no-await-in-loop -- one after another
    expect(await offered(person, group, "")).toContain(command);
  expect(await offered(person, "help", "")).toContain("sessions");
  expect(await offered(person, "help", "sessions", "")).toContain("prune");
});

test("values of a home complete: sessions, models, settings with their values, profiles, roles, files", async () => {
  const person = await personWhoTalked([
    { id: "20261121-000001-aa", title: "Trip to Kraków", messages: [says("Hi"), answers("Hello")] },
  ]);
  mkdirSync(join(person.home, "profiles", "work"), { recursive: true });
  mkdirSync(join(person.home, "agents"));
  writeFileSync(join(person.home, "agents", "reader.md"), "---\ndescription: Reads.\n---\nRead.\n");
  const { stdout: files } = await hermes(person, ["__complete", "--", "fish", "memory", "import", ""]);

  expect(await offered(person, "sessions", "show", "")).toEqual(["latest", "20261121-000001-aa"]);
  expect(await offered(person, "--resume", "Tr")).toContain("Trip to Kraków");
  expect(await offered(person, "model", "set", "")).toContain("gpt-5.2");
  expect(await offered(person, "config", "get", "")).toContain("terminal.backend");
  expect(await offered(person, "config", "set", "terminal.backend", "")).toContain("docker");
  expect(await offered(person, "-p", "")).toEqual(["default", "work"]);
  expect(await offered(person, "-p", "work", "sessions", "show", "")).toEqual([]);
  expect(await offered(person, "agents", "show", "")).toEqual(["reader"]);
  expect(await offered(person, "--provider", "")).toContain("anthropic");
  expect(await offered(person, "--toolsets", "web,")).toContain("web,terminal");
  expect(await offered(person, "skills", "show", "")).toContain("debug");
  expect(files).toBe("files\n");
});

test("what is asked by Tab opens no store, and stands in no help", async () => {
  const person = newPerson();

  await offered(person, "sessions", "");
  await offered(person, "--resume", "");
  const help = await hermes(person, ["--help"]);

  expect(existsSync(join(person.home, "hermes.db"))).toBe(false);
  expect(help.stdout).toContain("completion");
  expect(help.stdout).not.toContain("__complete");
});

test("a broken config.yaml, an unknown command and an unknown shell answer quietly", async () => {
  const person = newPerson("model: [");

  const commands = await hermes(person, ["__complete", "--", "bash", "hermes sess", "sess"]);
  const models = await hermes(person, ["__complete", "--", "bash", "hermes -m ", ""]);
  const unknown = await hermes(person, ["__complete", "--", "bash", "hermes nothing --x ", ""]);
  const shell = await hermes(person, ["completion", "tcsh"]);

  expect(commands.stdout).toMatch(/^none\nsessions\t/);
  expect(models).toMatchObject({ stdout: "", stderr: "", code: 1 });
  expect(unknown.stderr).toBe("");
  expect(shell).toMatchObject({ code: 2, stdout: "" });
  expect(shell.stderr).toContain("bash, zsh, fish");
});
