import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { startScriptedServer } from "@hermes/models/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { bin, newPerson, type Fixture } from "./support/hermes.ts";
import { missingTmux, openShellInTmux, openTmux, type Tmux } from "./support/tmux.ts";

const key = "key-0123456789-wxyz";

/** A new person with an OpenRouter on this machine that takes one key alone. */
async function newcomer(): Promise<Fixture> {
  const server = await startScriptedServer({
    models: [
      "anthropic/claude-sonnet-4.5",
      ...Array.from({ length: 30 }, (_, index) => `maker/model-${index}`),
    ],
    script: ({ headers }) =>
      headers["authorization"] === `Bearer ${key}` ? { text: "Hello." } : { status: 401 },
  });
  onTestFinished(() => server.close());
  const person = newPerson();
  const servers = { OLLAMA_HOST: "127.0.0.1:9", LM_BASE_URL: "http://127.0.0.1:9/v1" };
  return { ...person, env: { ...person.env, ...servers, OPENROUTER_BASE_URL: `${server.url}/v1` } };
}

/** Waits for a list and for the mark of its row: only then it takes keys. */
async function take(tmux: Tmux, list: string, row: string, ...keys: readonly string[]): Promise<void> {
  await tmux.shows(list);
  await tmux.shows(`❯ ${row}`);
  tmux.key(...keys);
}

function run(tmux: Tmux, ...args: readonly string[]): void {
  tmux.key("-l", `'${process.execPath}' '${bin}' ${args.join(" ")}; echo "code $?"`);
  tmux.key("Enter");
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test("on 40 columns: a wrong key, the right one, a model by a part of its name, and every other step", async () => {
    const person = await newcomer();
    const tmux = openShellInTmux(
      { ...person, env: { ...person.env, NO_COLOR: "1" } },
      { columns: 40, rows: 24 },
    );

    await tmux.shows("SHELL");
    run(tmux, "setup");
    await take(tmux, "2. Anthropic", "1. OpenRouter", "1");
    await take(tmux, "2. Log in", "1. Paste a key", "1");
    await tmux.shows("type or paste it");
    tmux.paste("key-that-is-wrong");
    tmux.key("Enter");
    await take(tmux, "2. Try again", "1. Give another key", "1");
    await take(tmux, "2. Log in", "1. Paste a key", "1");
    await tmux.shows("type or paste it");
    tmux.paste(key);
    tmux.key("Enter");
    await take(tmux, "a part of its name", "1. anthropic", "-l", "model-17");
    await take(tmux, "name: model-17", "a part", "Enter");
    await take(tmux, 'with "model-17"', "1. maker/model-17", "Enter");
    await take(tmux, "3. On another", "1. On this machine", "Enter");
    await take(tmux, "2. ", "1. None now", "Escape");
    // From ten rows on, their numbers have two places.
    await take(tmux, "2. Key of Brave", " 1. None now", "Enter");
    await take(tmux, "3. Nothing", "1. Notes on this", "Enter");
    await tmux.shows("code 0");

    const lines = tmux.everything();
    expect(lines.join("\n")).not.toMatch(/key-0123456789|key-that-is-wrong/);
    expect(lines.filter((line) => line.length > 40)).toEqual([]);
    expect(lines).toContain("✓ Terminal: commands run on this machine");
    expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toContain("default: maker/model-17");
    expect(statSync(join(person.home, "auth.json")).mode & 0o777).toBe(0o600);
    run(tmux, "-q", "hi");
    await tmux.shows("Hello.");
  }, 90_000);

  test("Ctrl-C at a step ends the set-up: what was done before it stays, and nothing else is written", async () => {
    const person = await newcomer();
    const tmux = openShellInTmux(person, { columns: 80, rows: 24 });

    await tmux.shows("SHELL");
    for (const [part, shown] of [
      ["model", "2. Anthropic"],
      ["terminal", "3. On another"],
      ["chats", "1. None now"],
      ["tools", "2. Key of Brave"],
      ["memory", "3. Nothing"],
    ] as const) {
      tmux.key("clear", "Enter");
      run(tmux, "setup", part);
      await take(tmux, shown, part === "tools" ? " 1. " : "1. ", "C-c");
      await tmux.shows("code 130");
    }

    expect(tmux.everything().join("\n")).toContain("Stopped. Nothing was written.");
    for (const name of ["config.yaml", "auth.json", ".env"])
      expect(existsSync(join(person.home, name))).toBe(false);
  }, 90_000);

  test("a first start without a model says so in one line, and offers to set one up", async () => {
    const person = await newcomer();
    const { OPENROUTER_BASE_URL: _, ...env } = person.env;
    const tmux = openTmux({ ...person, env }, { columns: 80, rows: 24 });

    const lines = await tmux.shows("1. Set it up now (hermes setup)");

    const said = lines.slice(lines.indexOf("earlier 24") + 1).filter((line) => line !== "");
    expect(said[0]).toBe("hermes: No model is set up, and no model server answers on this machine.");
    expect(said[1]).toBe("? What now?");
    await take(tmux, "3. Quit", "1. Set it up", "Enter");
    await tmux.shows("Model (1 of 5)");
  });

  test("a key that is refused in the first turn can be changed at once, and the conversation goes on", async () => {
    const person = await newcomer();
    const wrong = { ...person.env, OPENROUTER_API_KEY: "key-that-is-wrong" };
    const tmux = openTmux({ ...person, env: wrong }, { columns: 80, rows: 24 });

    await tmux.shows("›");
    tmux.key("-l", "hi");
    tmux.key("Enter");
    await take(tmux, "2. Go on here", "1. Give another key", "Enter");
    await take(tmux, "2. OpenRouter", "1. Keep", "2");
    await take(tmux, "2. Try again", "1. Give another key", "1");
    await take(tmux, "2. Log in", "1. Paste a key", "1");
    await tmux.shows("type or paste it");
    tmux.paste(key);
    tmux.key("Enter");
    await take(tmux, "a part of its name", "1. anthropic", "Enter");
    await vi.waitFor(() => {
      const [, after = ""] = tmux.everything().join("\n").split("Next: hermes");
      expect(after).toMatch(/\/help[^]*\n›/);
    }, 30_000);
    tmux.key("-l", "again");
    tmux.key("Enter");
    await tmux.shows("Hello.");
  }, 90_000);
});
