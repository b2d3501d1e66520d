import { setNewest } from "../drop-oldest.ts";
import type { PlatformHost } from "../platform.ts";
import type { OwnMessages } from "./own-messages.ts";
import { readEvent } from "./read-event.ts";
import type { SignalSettings } from "./signal-settings.ts";

const keptTexts = 500;

/** Hands over one event of the stream. Rejects where it could not be kept. */
export function createTake(options: {
  readonly host: Pick<PlatformHost, "message" | "log">;
  readonly account: string;
  readonly settings: SignalSettings;
  readonly own: OwnMessages;
  readonly heardTexts: Map<string, string>;
}): (event: unknown) => Promise<void> {
  const { host, account, settings, own, heardTexts } = options;
  const { owners = [], allowed_users: users = [], group_allowed_users: groupUsers = [] } = settings;
  const named = new Set([...owners, ...users, ...groupUsers]);
  let ownUuid: string | undefined;
  return async (event) => {
    const read = readEvent(event, { account, ownUuid, named, own });
    if ("problem" in read) {
      const { problem } = read;
      return host.log("warn", "An event of signal-cli was not understood and is left out.", { problem });
    }
    const { message } = read;
    ownUuid = read.ownUuid;
    if (message === undefined) return;
    await host.message(message);
    setNewest(heardTexts, message.messageId, message.text.slice(0, 500), keptTexts);
  };
}
