import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { asOtherUser, canBecomeOtherUser, otherUser } from "./support/other-user.ts";

const program = fileURLToPath(new URL("support/profile-as-other-user.ts", import.meta.url));
const possible = await canBecomeOtherUser(program);

test.skipIf(!possible)(
  "a profile holds for a normal user, in a namespace of users (needs root to become one)",
  async () => {
    const stdout = await asOtherUser(program);

    expect(JSON.parse(stdout)).toEqual({
      git: ["Somebody", "git: core.fsmonitor stays as it was", ""],
      stdout: `${otherUser}\nwritten\nCapEff:\t0000000000000000\n`,
      code: 0,
      hook: "as it was\n",
      home: [".hermes", ".ssh", ".ssh/id_ed25519"],
      temporary: "x\n",
    });
  },
);
