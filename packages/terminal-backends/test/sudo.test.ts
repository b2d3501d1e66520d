import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { childEnvironment } from "../src/index.ts";
import type { AskSudoPassword } from "../src/index.ts";
import { openLocalPlace } from "./local-place.ts";

const taskId = "task";

/** Asks as sudo does: a helper that is its own child, and again when the answer was wrong. */
const standIn = `#!/bin/sh
[ "$1" = -A ] || { echo "a terminal is required" >&2; exit 1; }
shift
for try in 1 2; do
  "$SUDO_ASKPASS" >"$TRIES/$$" || { echo "no password was provided" >&2; exit 1; }
  [ "$(cat "$TRIES/$$")" = "right one" ] && { rm "$TRIES/$$"; exec "$@"; }
  echo "Sorry, try again." >&2
done
`;

async function openWithSudo(options: { readonly ask?: AskSudoPassword; readonly password?: string }) {
  const outside = await openLocalPlace();
  const [bin, tries] = [join(outside.folder, "bin"), join(outside.folder, "tries")];
  await mkdir(bin);
  await mkdir(tries);
  await writeFile(join(bin, "sudo"), standIn);
  await chmod(join(bin, "sudo"), 0o755);
  const env = {
    PATH: `${bin}:${process.env["PATH"]}`,
    TRIES: tries,
    ...(options.password === undefined ? {} : { SUDO_PASSWORD: options.password }),
  };
  const passThrough = ["TRIES", "SUDO_PASSWORD"];
  const place = await openLocalPlace({ env, passThrough, askSudoPassword: options.ask });
  return {
    ...place,
    run: async (command: string) => (await place.backend.exec(command, { taskId, timeoutMs: 20_000 })).output,
    async [Symbol.asyncDispose]() {
      await place[Symbol.asyncDispose]();
      await outside[Symbol.asyncDispose]();
    },
  };
}

// The stand-in has to run with the rights of root, as sudo does.
describe.skipIf(process.platform !== "linux" || process.getuid?.() !== 0)(
  "sudo (needs root, for a stand-in)",
  () => {
    test("the password is asked for once, and the command keeps its own input", async () => {
      let asked = 0;
      await using place = await openWithSudo({
        ask: async () => {
          asked += 1;
          return "right one";
        },
      });

      expect(await place.run("echo in | sudo cat; sudo echo again")).toBe("in\nagain\n");
      expect(await place.run("sh -c 'sudo echo from a script'")).toBe("from a script\n");
      expect(asked).toBe(1);
    });

    test("nobody but sudo is given it, and no command finds it in its environment", async () => {
      await using place = await openWithSudo({ password: "right one" });

      expect(await place.run("sudo echo yes")).toBe("yes\n");
      expect(await place.run('"$SUDO_ASKPASS"; echo "status $?"')).toBe("status 1\n");
      expect(await place.run("cp /bin/sh ./sudoer; ./sudoer -c '\"$SUDO_ASKPASS\"; echo $?'")).toBe("1\n");
      expect(await place.run("env; sudo env")).not.toMatch(/right one|SUDO_PASSWORD/);
      expect(await place.run('grep -rls "right one" "${SUDO_ASKPASS%/*}" || echo nowhere')).toBe("nowhere\n");
    });

    test("a password that was refused is not tried again", async () => {
      const given: string[] = [];
      await using place = await openWithSudo({
        ask: async () => {
          given.push(given.length === 0 ? "wrong" : "right one");
          return given.at(-1);
        },
      });

      expect(await place.run("sudo echo yes")).toBe("Sorry, try again.\nno password was provided\n");
      expect(given).toEqual(["wrong"]);
      expect(await place.run("sudo echo yes")).toBe("yes\n");
      expect(given).toEqual(["wrong", "right one"]);
    });

    test("without a password nothing is delayed, and another askpass helper that was chosen is kept", async () => {
      await using place = await openWithSudo({ ask: async () => undefined });

      expect(await place.run("sudo echo yes")).toBe("no password was provided\n");
      expect(await place.run("sudo -n echo yes")).toBe("a terminal is required\n");
    });

    test("without a password nothing is put before sudo", async () => {
      await using place = await openWithSudo({});

      expect(await place.run("sudo echo yes; echo ${SUDO_ASKPASS-none}")).toBe(
        "a terminal is required\nnone\n",
      );
    });
  },
);

test("the password of sudo is never handed on, not even by name", () => {
  expect(
    childEnvironment({ SUDO_PASSWORD: "p" }, { passThrough: ["SUDO_PASSWORD"], isSecretName: () => false }),
  ).toEqual({});
});
