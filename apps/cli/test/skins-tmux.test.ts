import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { personWithModel } from "./support/scripted-person.ts";
import { missingTmux, openTmux } from "./support/tmux.ts";

const size = { columns: 80, rows: 24 };

async function personWithSkin(text: string, name = "own") {
  const person = await personWithModel([{ text: "Welcome." }], {
    config: `display:\n  skin: ${name} # mine\n`,
  });
  const folder = join(person.home, "skins");
  mkdirSync(folder);
  const path = join(folder, "own.yaml");
  writeFileSync(path, text);
  return { person, save: (changed: string): void => writeFileSync(path, changed) };
}

describe.skipIf(missingTmux !== undefined)(`in tmux (${missingTmux ?? "there is one"})`, () => {
  test("a saved skin file changes the open screen; a broken one is told once with line and key, and the look stays", async () => {
    const { person, save } = await personWithSkin(
      "branding: {prompt: '»»', name: Ada}\ncolors: {dim: '#808890'}\nbanner: ['<~ own ~>']\n",
    );
    const tmux = openTmux(person, size);

    await tmux.shows("»»");
    await tmux.shows("<~ own ~>");
    await tmux.shows("Ada 0.");
    expect(tmux.coloured().join("\n")).toMatch(/\[38[;:][25][;:]/);
    save("branding: {prompt: 'λλ'}\n");
    await tmux.shows("λλ");
    save("branding: {prompt: 'μμ'}\ncolors:\n  accent: reddish\n");
    await tmux.shows('"colors.accent"');
    save("branding: {prompt: 'μμ'}\ncolors:\n  accent: reddish\n");
    save("extends: ares\nbranding: {prompt: 'νν'}\n");
    await tmux.shows("νν");

    const lines = tmux.everything().join("\n");
    expect(lines.match(/"colors.accent"/g)).toHaveLength(1);
    expect(lines).not.toContain("μμ");
  }, 60_000);

  test("/skin lists the looks, puts one on at once, and keeps it where that is said", async () => {
    const { person } = await personWithSkin("description: My own one.\n", "slate");
    const tmux = openTmux(person, size);

    await tmux.shows("›");
    tmux.key("-l", "/skin");
    tmux.key("Enter");
    await tmux.shows("Now: slate.");
    await tmux.shows("My own one.");
    tmux.key("-l", "/skin poseidon");
    tmux.key("Enter");
    await tmux.shows("Skin poseidon.");
    await tmux.shows("Ψ ");
    tmux.key("-l", "/skin posiedon");
    tmux.key("Enter");
    await tmux.shows("Did you mean poseidon?");
    tmux.key("-l", "/skin mono --keep");
    tmux.key("Enter");
    await tmux.shows("it is kept");

    expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toContain("  skin: mono # mine\n");
  }, 60_000);

  test("NO_COLOR leaves a skin its signs and no colour, and a skin that is not there is a warning", async () => {
    const { person } = await personWithSkin(
      "branding: {prompt: '»»'}\ncolors: {accent: '#ff0000', dim: '#808080'}\n",
    );
    const tmux = openTmux({ ...person, env: { ...person.env, NO_COLOR: "1" } }, size);

    await tmux.shows("»»");
    expect(tmux.coloured().join("\n")).not.toMatch(/\[[0-9;:]*(?:3[0-8]|9[0-7])[;:m]/);

    const gone = await personWithSkin("{}", "nowhere");
    await openTmux(gone.person, size).shows('There is no skin "nowhere"');
  }, 60_000);

  test("/personality says with the next message how to speak, and shows it once", async () => {
    const person = await personWithModel([{ text: "Aye aye." }, { text: "Aye again." }]);
    const tmux = openTmux(person, size);

    await tmux.shows("›");
    tmux.key("-l", "/personality pirat");
    tmux.key("Enter");
    await tmux.shows("Did you mean pirate?");
    tmux.key("-l", "/personality pirate --keep");
    tmux.key("Enter");
    await tmux.shows("Personality from your next message on: pirate.");
    tmux.key("-l", "Hello there");
    tmux.key("Enter");
    await tmux.shows("Aye aye.");

    expect(JSON.stringify(person.server.requests.at(0)?.body)).toContain("Speak like a pirate captain");
    expect(tmux.everything().join("\n")).not.toContain("The user chose the personality");
    expect(readFileSync(join(person.home, "config.yaml"), "utf8")).toContain("personality: pirate");
  }, 60_000);
});
