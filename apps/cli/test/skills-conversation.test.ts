import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel, type ScriptedPerson } from "./support/scripted-person.ts";
import { editorThat, ownSkill, skillText } from "./support/skills.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

const ctrlC = "\u0003";

/** What the model was told last. */
function lastMessage(
  { server }: ScriptedPerson,
  request: number,
): { readonly role: string; readonly content: unknown } {
  const { messages } = server.requests[request]?.body as { messages: { role: string; content: unknown }[] };
  return messages.at(-1) ?? { role: "", content: "" };
}

describe.skipIf(!hasTerminals)("at a terminal (needs `script` of util-linux)", () => {
  test("a skill is a command: the model gets its text, the person sees what they typed", async () => {
    const person = await personWithModel([{ text: "Deployed." }, { text: "Both." }]);
    ownSkill(person, "deploy-app", skillText("deploy-app", "Deploy the app.", "Run DEPLOY-NOW first.\n"));
    ownSkill(person, "tell-team", skillText("tell-team", "Tell the team.", "Write TELL-THEM.\n"));
    const bundle = join(person.home, "skill-bundles", "release.yaml");
    await writeBundle(bundle, "name: release\ndescription: Both.\nskills: [deploy-app, tell-team]\n");
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("/deploy-app to staging\r");
    await terminal.shows("Deployed.");
    terminal.type("/release now\r");
    await terminal.shows("Both.");

    expect(JSON.stringify(lastMessage(person, 0))).toMatch(/"user".*to staging.*DEPLOY-NOW/);
    expect(JSON.stringify(lastMessage(person, 1))).toMatch(/now.*DEPLOY-NOW.*TELL-THEM/);
    expect(terminal.text()).toContain("/deploy-app to staging");
    expect(terminal.text()).not.toContain("DEPLOY-NOW");

    terminal.type("/quit\r");
    await terminal.exitCode;
    const later = openTestTerminal(person, ["--continue"]);
    await later.shows("/release now");
    expect(later.text()).toContain("Continuing “/deploy-app to staging”");
    const shown = await hermes(person, ["sessions", "show", "latest"]);
    expect(shown.stdout).toMatch(/\/deploy-app to staging[^]*\/release now/);
    expect(later.text() + shown.stdout).not.toContain("DEPLOY-NOW");
  });

  test("help lists skills, a mistyped one names the nearest, and commands of Hermes win over skills of their name", async () => {
    const person = await personWithModel([{ text: "Helped." }]);
    ownSkill(person, "help", skillText("help", "Help somebody.", "Say HELP-SKILL.\n"));
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("/help\r");
    await terminal.shows("Leave.");
    await terminal.shows("Skills");
    await terminal.shows("/skills use help");
    terminal.type("/debgu\r");
    await terminal.shows("Did you mean /debug?");
    terminal.type("/skills use help me\r");
    await terminal.shows("Helped.");

    expect(JSON.stringify(lastMessage(person, 0))).toMatch(/me.*HELP-SKILL/);
  });

  test("a skill that is typed while the agent works waits for the end of the answer", async () => {
    const person = await personWithModel([
      {
        calls: [
          { name: "terminal", arguments: { command: "while [ ! -f go ]; do sleep 0.05; done; echo went" } },
        ],
      },
      { text: "First." },
      { text: "Second." },
    ]);
    ownSkill(person, "one", skillText("one", "The one.", "Say ONE-ONE.\n"));
    const terminal = openTestTerminal(person, []);

    await terminal.ready();
    terminal.type("Begin\r");
    await person.server.received(1);
    await terminal.shows("┊");
    terminal.type("/one more\r");
    await terminal.sees("waits:");
    await writeBundle(join(person.project, "go"), "");
    await terminal.shows("First.");
    await terminal.shows("Second.");

    expect(JSON.stringify(lastMessage(person, 1))).not.toContain("ONE-ONE");
    expect(JSON.stringify(lastMessage(person, 2))).toMatch(/more.*ONE-ONE/);
  });

  test("/skills is the command of the shell: it lists, shows, asks, and says what is wrong", async () => {
    const person = await personWithModel([]);
    const path = ownSkill(person, "one", skillText("one", "The one.", "Say ONE-ONE.\n"));
    const terminal = openTestTerminal(person, [], { columns: 40 });

    await terminal.ready();
    terminal.type("/skills list --source user\r");
    await terminal.shows("The one.");
    await terminal.shows("1 skill");
    terminal.type("/skills show 'one'\r");
    await terminal.shows("Say ONE-ONE.");
    terminal.type("/skills list --nope\r");
    await terminal.shows("unknown option '--nope'");
    terminal.type("/skills show two\r");
    await terminal.shows('There is no skill "two".');
    terminal.type("/skills --help\r");
    await terminal.shows("Usage: /skills");
    terminal.type("/skills delete one\r");
    await terminal.shows("❯ 2. No (n)");
    terminal.type("n\r");
    await terminal.shows("Nothing was changed.");
    terminal.type("/skills delete one\r");
    await terminal.shows("❯ 2. No (n)");
    terminal.type(ctrlC);
    await terminal.shows("— interrupted —");
    expect(existsSync(path)).toBe(true);
    terminal.type("/skills delete one\r");
    await terminal.shows("❯ 2. No (n)");
    terminal.type("y\r");
    await terminal.shows("Deleted: one");

    expect(existsSync(path)).toBe(false);
  });

  test("an edit in the conversation has the terminal for itself and gives it back", async () => {
    const person = await personWithModel([{ text: "Still here." }]);
    const path = ownSkill(person, "one", skillText("one", "The one."));
    const EDITOR = editorThat(person, 'printf "what? "; read -r line; echo "$line" >> "$1"');
    const terminal = openTestTerminal(person, [], { env: { EDITOR } });

    await terminal.ready();
    terminal.type("/skills edit one\r");
    await terminal.shows("what? ");
    terminal.type("A line from the editor.\r");
    await terminal.shows("Changed: ");
    await terminal.ready();
    terminal.type("Hello\r");
    await terminal.shows("Still here.");

    expect(readFileSync(path, "utf8")).toContain("A line from the editor.");
    expect(JSON.stringify(lastMessage(person, 0))).toContain("Hello");
  });

  test("Ctrl-C in the editor is for the editor", async () => {
    const person = await personWithModel([]);
    const path = ownSkill(person, "one", skillText("one", "The one."));
    const EDITOR = editorThat(
      person,
      `trap 'echo "interrupted line" >> "$1"; exit 0' INT; echo ready; while :; do sleep 0.05; done`,
    );
    const terminal = openTestTerminal(person, ["skills", "edit", "one"], { env: { EDITOR } });

    await terminal.shows("ready");
    terminal.type(ctrlC);
    await terminal.shows("Changed: ");

    expect(await terminal.exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("interrupted line");
  });

  test("an invalid edit can be taken up again", async () => {
    const person = await personWithModel([]);
    const path = ownSkill(person, "one", skillText("one", "The one."));
    const EDITOR = editorThat(
      person,
      'if grep -q oops "$1"; then echo "Good." > good; cat good.md > "$1"; else echo oops > "$1"; fi',
    );
    await writeBundle(join(person.project, "good.md"), skillText("one", "The better one."));
    const terminal = openTestTerminal(person, ["skills", "edit", "one"], { env: { EDITOR } });

    await terminal.shows("line 1");
    await terminal.shows("❯ 1. Yes (y)");
    terminal.type("\r");
    await terminal.shows("Changed: ");

    expect(await terminal.exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).toContain("The better one.");
  });

  test("a conversation begins with the skills that were named", async () => {
    const person = await personWithModel([{ text: "Ready." }, { text: "Again." }]);
    ownSkill(person, "one", skillText("one", "The one.", "Say ONE-ONE.\n"));
    const terminal = openTestTerminal(person, ["-s", "one"]);

    await terminal.ready();
    terminal.type("Go\r");
    await terminal.shows("Ready.");
    terminal.type("More\r");
    await terminal.shows("Again.");

    expect(JSON.stringify(lastMessage(person, 0))).toMatch(/Go.*ONE-ONE/);
    expect(JSON.stringify(lastMessage(person, 1))).not.toContain("ONE-ONE");
    expect((await hermes(person, ["skills", "list", "--json", "--source", "user"])).stdout).toContain(
      '"uses": 1',
    );
  });
});

async function writeBundle(path: string, text: string): Promise<void> {
  const { mkdir, writeFile } = await import("node:fs/promises");
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, text);
}
