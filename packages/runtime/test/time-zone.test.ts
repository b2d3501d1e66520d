import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { firstRequest } from "./support/scripted-runtime.ts";
import { temporaryPlace } from "./support/temporary-place.ts";

test("the prompt has the day of the zone of the settings and its name, and of the system without a name", async () => {
  await using place = await temporaryPlace();
  await mkdir(place.home, { recursive: true });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 2, 1, 11, 30) });
  try {
    const day = async (zone: string): Promise<string | undefined> => {
      await writeFile(join(place.home, "config.yaml"), `timezone: "${zone}"\n`);
      const { request } = await firstRequest(place);
      return /Date when this session started: .*(?:\nTime zone: .*)?/.exec(request.system)?.[0];
    };

    expect(await day("Pacific/Kiritimati")).toBe(
      "Date when this session started: 2026-03-02\nTime zone: Pacific/Kiritimati",
    );
    expect(await day("Pacific/Pago_Pago")).toBe(
      "Date when this session started: 2026-03-01\nTime zone: Pacific/Pago_Pago",
    );
    expect(await day("")).toBe("Date when this session started: 2026-03-01");
  } finally {
    vi.useRealTimers();
  }
});
