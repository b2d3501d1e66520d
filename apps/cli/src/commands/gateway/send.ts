import { randomUUID } from "node:crypto";
import { dirname, resolve } from "node:path";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { readAll } from "../../prompt/read-all.ts";
import { oneLine } from "../../render/fit.ts";
import { printJson, printLines, printRemark } from "../../render/print.ts";
import { table } from "../../render/table.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

export interface SendFlags {
  readonly file?: readonly string[] | undefined;
  readonly list?: boolean | undefined;
  readonly json?: boolean | undefined;
}

/** `hermes send`: the message is in the store when this ends, and goes out as soon as a gateway serves the platform. */
export async function send(
  target: string | undefined,
  words: readonly string[],
  flags: SendFlags,
  desk: GatewayDesk,
): Promise<number> {
  if (flags.list) return await listTargets(flags, desk);
  if (target === undefined)
    throw usageError("Say where it goes, such as telegram, or telegram:123. See: hermes send --list");
  const { host } = desk;
  const { file: files = [] } = flags;
  const isPiped = words.length === 0 && host.stdinPipe !== undefined && files.length === 0;
  const said = isPiped ? await readAll(host.stdin()) : words.join(" ");
  const paths = files.map((file) => resolve(host.cwd, file));
  const text = [said, ...paths.map((path) => `MEDIA:"${path}"`)].filter((part) => part !== "").join("\n");
  return await withHome(
    desk,
    async ({ home: { delivery } }) => {
      const result = await delivery.send({ target, text, key: randomUUID() });
      if (result.type === "problem") {
        printRemark(host, `${result.problem} ${result.hint}`);
        return exitCodes.failed;
      }
      if (flags.json) printJson(host, result);
      else if (result.type === "kept") printLines(host, [`Kept as ${result.path}.`]);
      else
        printLines(
          host,
          result.chats.map(({ at, name, isServed }) =>
            isServed
              ? `On its way to ${at.platform}: ${oneLine(name)}.`
              : `Kept for ${at.platform}: ${oneLine(name)}. It goes out when the gateway runs: hermes gateway start`,
          ),
        );
      return exitCodes.ok;
    },
    { folders: paths.map((path) => dirname(path)) },
  );
}

async function listTargets({ json }: SendFlags, desk: GatewayDesk): Promise<number> {
  return await withHome(desk, async ({ home: { delivery } }) => {
    const chats = (await delivery.directory.list()).map(
      ({ at: { platform, chatId, threadId }, kind, name }) => ({
        ...{
          target: [platform, chatId, threadId].filter((part) => part !== undefined).join(":"),
          kind,
          name,
        },
      }),
    );
    if (json) printJson(desk.host, chats);
    else if (chats.length === 0)
      printLines(desk.host, ["No chat has been seen yet: write to the agent in one first."]);
    else
      printLines(
        desk.host,
        table(
          chats.map(({ target, kind, name }) => [target, kind, name]),
          desk.host.stdout.columns,
        ),
      );
    return exitCodes.ok;
  });
}
