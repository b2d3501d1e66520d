import type { ProfileJail } from "../../src/index.ts";
import { hostileCommands } from "./commands.ts";
import type { HostileCommand } from "./commands.ts";
import { secrets } from "./hostile-files.ts";
import { HostilePlace } from "./hostile-place.ts";

export const isLong: boolean = process.env["HERMES_TEST_LONG"] === "1";
export const everyCommand: readonly HostileCommand[] = hostileCommands(secrets);

export interface Tried {
  readonly run: string;
  readonly harm: readonly string[];
}

/** Runs commands one by one, in a jail each or without any, and looks what harm each did. */
export async function tryCommands(
  jail: ProfileJail | undefined,
  commands: readonly HostileCommand[],
): Promise<readonly Tried[]> {
  const place = new HostilePlace();
  try {
    await place.open();
    const tried: Tried[] = [];
    for (const { run } of commands) {
      place.restore();
      const before = place.state();
      const { output } = await place.run(jail, run);
      tried.push({ run, harm: await place.harm(before, output) });
    }
    return tried;
  } finally {
    await place[Symbol.asyncDispose]();
  }
}
