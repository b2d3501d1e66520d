import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { newPerson } from "./support/hermes.ts";
import { oddServer, serverCommand } from "./support/mcp.ts";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

describe.runIf(hasTerminals)("at a terminal", () => {
  test("a person sees what a server may reach before it is added, and no is no", async () => {
    const person = newPerson();
    const config = join(person.home, "config.yaml");
    const args = ["mcp", "add", "all", "--folder", ".", "--env", "API_TOKEN=s3cret", "--"];
    const command = [...args, ...oddServer("plain")];

    const refused = openTestTerminal(person, command);
    await refused.shows("Enter takes");
    refused.type("\r");
    await refused.shows("odd-mcp-server.mjs");
    await refused.shows("Add all?");
    await refused.shows("Enter takes");
    refused.type("\r");
    expect(await refused.exitCode).toBe(1);
    expect(existsSync(config)).toBe(false);

    const agreed = openTestTerminal(person, command);
    await agreed.shows("Enter takes");
    agreed.type("\r");
    await agreed.shows("Add all?");
    await agreed.shows("Enter takes");
    agreed.type("y");
    await agreed.shows("all works:");
    expect(await agreed.exitCode).toBe(0);
    expect(readFileSync(config, "utf8")).toContain(person.project);
    expect(agreed.text()).not.toContain("s3cret");
  });

  test("/mcp and /reload-mcp show the servers of a conversation", async () => {
    const person = await personWithModel([{ text: "Done." }]);
    const terminal = openTestTerminal(person, ["--mcp", `all=${serverCommand("everything").join(" ")}`], {
      columns: 40,
    });

    await terminal.ready();
    terminal.type("/mcp\r");
    await terminal.shows("all: ");
    await terminal.ready();
    terminal.type("/reload-mcp\r");
    await terminal.shows("the prompt stays as it is.");
    terminal.type("/quit\r");

    expect(await terminal.exitCode).toBe(0);
  });
});
