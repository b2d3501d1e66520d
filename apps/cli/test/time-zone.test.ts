import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hermes } from "./support/hermes.ts";
import { personWithModel } from "./support/scripted-person.ts";

test("commands show times in the zone of the settings", async () => {
  const person = await personWithModel([{ text: "One." }]);
  await hermes(person, ["-q", "First question"]);
  const { stdout: data } = await hermes(person, ["sessions", "list", "--one-shots", "--json"]);
  const [session]: readonly { readonly lastActiveAt: string | number }[] = JSON.parse(data);
  const at = new Date(session?.lastActiveAt ?? 0).getTime();
  const shown = async (zone: string): Promise<string | undefined> => {
    const { stdout } = await hermes(person, ["sessions", "list", "--one-shots"], {
      env: { HERMES_TIMEZONE: zone },
    });
    return /\d{4}-\d\d-\d\d \d\d:\d\d/.exec(stdout)?.[0];
  };
  const inZone = (hours: number): string =>
    new Date(at + hours * 3_600_000).toISOString().slice(0, 16).replace("T", " ");

  expect(await shown("Pacific/Kiritimati")).toBe(inZone(14));
  expect(await shown("Pacific/Pago_Pago")).toBe(inZone(-11));
  appendFileSync(join(person.home, "config.yaml"), "timezone: Asia/Kolkata\n");
  const { stdout } = await hermes(person, ["sessions", "list", "--one-shots"]);
  expect(stdout).toContain(inZone(5.5));
}, 60_000);
