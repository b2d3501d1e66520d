import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { personWithModel } from "./support/scripted-person.ts";
import { hasTerminals, openTestTerminal } from "./support/terminal.ts";

/** Asks for a password as sudo does, of a helper that is its own child. */
const standIn = `#!/bin/sh
[ "$1" = -A ] || exit 1
shift
"$SUDO_ASKPASS" >"$0.given" || { echo "no password was provided"; exit 1; }
[ "$(cat "$0.given")" = "open sesame" ] && rm "$0.given" && exec "$@"
`;

// The stand-in has to run with the rights of root, as sudo does.
describe.skipIf(!hasTerminals || process.getuid?.() !== 0)(
  "sudo at a terminal (needs `script`, and root)",
  () => {
    test.each([
      { args: [], way: "a conversation" },
      { args: ["-q", "Go"], way: "one question" },
    ])("$way asks for the password once, and shows nothing of it", async ({ args }) => {
      const command = (text: string) => ({ name: "terminal", arguments: { command: `sudo echo ${text}` } });
      const person = await personWithModel([
        { calls: [command("granted")] },
        { calls: [command("again")] },
        { text: "Done." },
      ]);
      const bin = join(person.project, "bin");
      await mkdir(bin);
      await writeFile(join(bin, "sudo"), standIn);
      await chmod(join(bin, "sudo"), 0o755);
      const env = { PATH: `${bin}:${process.env["PATH"]}` };
      const terminal = openTestTerminal(person, [...args, "--yolo"], { env });

      if (args.length === 0) {
        await terminal.ready();
        terminal.type("Go\r");
      }
      await terminal.shows("Password");
      terminal.type("open sesame\r");
      await terminal.shows("Done.");

      expect(terminal.raw()).not.toMatch(/sesame/);
      const results = JSON.stringify(person.server.requests[2]?.body);
      expect(results).toMatch(/granted\\\\n.*again\\\\n/);
      expect(results).not.toMatch(/sesame/);
      if (args.length > 0) return;
      await terminal.ready();
      // Neither does the history give it back.
      terminal.type("\u001b[A");
      await terminal.shows("Go");
      expect(terminal.raw()).not.toMatch(/sesame/);
    });
  },
);
