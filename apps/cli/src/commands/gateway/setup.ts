import { setVariables, tryTelegram } from "@hermes/gateway-app";
import { HermesError } from "@hermes/registry/errors";
import { usageError } from "../../failure.ts";
import { exitCodes } from "../../host.ts";
import { cleanText } from "../../render/clean-text.ts";
import { printLines, printRemark } from "../../render/print.ts";
import type { GatewayDesk } from "./gateway-desk.ts";

export interface SetupFlags {
  /** Ids of users, with commas. */
  readonly allow?: string | undefined;
}

/** `hermes gateway setup`: asks for the token of a bot, tries it at once, and writes it into `.env`. */
export async function setup({ allow }: SetupFlags, desk: GatewayDesk): Promise<number> {
  const { host } = desk;
  const { envPath, env } = await desk.load();
  if (host.stdinIsTerminal)
    printLines(host, ["Telegram: write to @BotFather, send /newbot, and copy the token that it gives you."]);
  const token = (await desk.askSecret("The token of the bot")).trim();
  if (!/^\d+:[\w-]+$/.test(token))
    throw usageError("This is no token of a bot: it looks like 123456:ABC-DEF. Nothing was written.");
  const tried = await tryTelegram(token, env["TELEGRAM_API_ROOT"]);
  if (!tried.ok) {
    printRemark(host, `${tried.reason} Nothing was written.`);
    return exitCodes.failed;
  }
  printLines(host, [`It works: ${cleanText(tried.as)}.`]);
  const given =
    allow ??
    (await desk.askLine(
      "Your own id at Telegram (a number; @userinfobot tells it). Empty: who writes gets a code that you approve here",
    ));
  const ids = given.split(/[\s,]+/).filter((id) => id !== "");
  const wrong = ids.find((id) => !/^(?:\d+|\*)$/.test(id));
  if (wrong !== undefined)
    throw usageError(`"${wrong}" is no id of a user: it is a number. Nothing was written.`);
  await keepVariables(desk, {
    TELEGRAM_BOT_TOKEN: token,
    ...(ids.length === 0 ? {} : { TELEGRAM_ALLOWED_USERS: ids.join(",") }),
  });
  printLines(host, [
    `Written: ${envPath}`,
    ids.length === 0
      ? "Write to the bot, then let yourself in: hermes pairing approve telegram CODE --owner"
      : ids.length === 1 && ids[0] !== "*"
        ? "That one user is the owner: all tools, and approvals."
        : "Who is on a list of several may speak, without commands and files; TELEGRAM_OWNERS names owners.",
    "Start it: hermes gateway start",
  ]);
  return exitCodes.ok;
}

/** The person has just said what is written; what somebody else had changed before is not taken up with it. */
async function keepVariables(
  { host, load, createRuntime }: GatewayDesk,
  variables: Readonly<Record<string, string>>,
): Promise<void> {
  const loaded = await load();
  await using runtime = createRuntime({ loaded, env: loaded.env, cwd: host.cwd, platform: "cli" });
  const seal = await runtime.seal();
  const changesOfFile = async () => (await seal.changes()).filter(({ path }) => path === loaded.envPath);
  if ((await changesOfFile()).length > 0)
    throw new HermesError(`${loaded.envPath} was changed by somebody else; nothing was written.`, {
      code: "CLI_ENV_CHANGED",
      hint: "Look at it first: hermes permissions seal",
    });
  await setVariables(loaded.envPath, variables);
  await seal.accept(await changesOfFile());
}
