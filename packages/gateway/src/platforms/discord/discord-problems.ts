import { HermesError } from "@hermes/registry";

export const tokenHint =
  "In the Discord Developer Portal open your application, Bot, “Reset Token”, and set DISCORD_BOT_TOKEN.";
const intentHint =
  "In the Discord Developer Portal open your application, Bot, and switch on “Message Content Intent” under “Privileged Gateway Intents”.";

export function tokenRefused(): HermesError {
  return new HermesError("Discord does not know the bot's token.", {
    code: "PLATFORM_UNAUTHORISED",
    hint: tokenHint,
  });
}

export function unreachable(root: string, reason: string): HermesError {
  return new HermesError(`Discord can't be reached at ${originOf(root)}: ${reason}.`, {
    code: "PLATFORM_UNREACHABLE",
    hint: "Look at the connection of this machine, and at DISCORD_API_ROOT where it is set.",
  });
}

/** What Discord closed the gateway for, where a person must mend it. @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
export function closedForGood(code: number): HermesError | undefined {
  if (code === 4_004) return tokenRefused();
  if (code === 4_014)
    return new HermesError("Discord does not let the bot read messages: an intent is not switched on.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: intentHint,
    });
  if (code === 4_011)
    return new HermesError("Discord wants this bot to be split: it is in more than 2,500 servers.", {
      code: "PLATFORM_UNAUTHORISED",
      hint: "Use a bot of your own that is in fewer servers.",
    });
  return undefined;
}

/** A root can hold a name and a password. */
function originOf(root: string): string {
  return URL.canParse(root) ? new URL(root).origin : "an address that is none";
}
