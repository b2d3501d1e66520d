import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test("a program on a pseudo terminal shows its screen and takes keys", async () => {
  const program = String.raw`printf '\033[2J\033[2;3HName: '; read -r name; printf '\033[2J\033[2;3HHello %s' $name; sleep 30`;
  const call = (name: string, args: Record<string, unknown>) => ({ calls: [{ name, arguments: args }] });
  const person = await personWithModel([
    call("terminal", { command: program, background: true, pty: true }),
    call("process", { action: "submit", session_id: "p1", data: "Ada" }),
    { text: "Done." },
  ]);

  const { code, stderr } = await hermes(person, ["-q", "Go", "--yolo"]);

  expect([code, stderr]).toEqual([0, expect.not.stringContaining("error")]);
  expect(JSON.stringify(person.server.requests[2]?.body)).toMatch(/screen[^}]*n  Hello Ada/);
});
