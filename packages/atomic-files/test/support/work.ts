// One program for all tests: `work.ts <what> <path> <…>`.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { appendLine, replaceFile, withFileLock, withFileLockSync } from "../../src/index.ts";

const [what = "", path = "", more = "", count = "1"] = process.argv.slice(2);
const options = { code: "FILE_TEST_LOCKED", waitMs: 60_000 };

/** In place and not in one step: without the lock, counts would be lost or read as nothing. */
function increment(file: string): void {
  const before = Number(readFileSync(file, "utf8"));
  writeFileSync(file, "");
  writeFileSync(file, String(before + 1));
}

function arm(): void {
  Object.assign(globalThis, { armed: true });
}

switch (what) {
  case "count":
    // Half of it each way: both take the same lock.
    for (let at = 0; at < Number(count); at += 2) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, while other processes do the same
      await withFileLock(path, () => increment(more), options);
      withFileLockSync(path, () => increment(more), options);
    }
    break;
  case "hold":
    await withFileLock(
      path,
      async () => {
        process.stdout.write("held");
        await wait(60_000);
      },
      options,
    );
    break;
  case "lock":
    arm();
    await withFileLock(path, () => undefined, options);
    break;
  case "replace":
    arm();
    replaceFile(path, more.repeat(Number(count)));
    break;
  case "append":
    arm();
    appendLine(path, more.repeat(Number(count)));
    break;
  case "busy":
    // Until it is killed.
    process.stdout.write("begun");
    for (let at = 0; ; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- the same
      await withFileLock(
        `${path}/lock`,
        () => {
          const own = `${process.pid} ${at}`;
          writeFileSync(`${path}/inside`, own);
          replaceFile(`${path}/whole`, String(at % 10).repeat(20_000), { durable: false });
          appendLine(`${path}/lines`, JSON.stringify({ text: String(at % 10).repeat(500) }));
          if (readFileSync(`${path}/inside`, "utf8") !== own) appendLine(`${path}/two-inside`, own);
        },
        options,
      );
    }
  default:
    throw new Error(`There is no work "${what}".`);
}
