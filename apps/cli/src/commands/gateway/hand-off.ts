import { HermesError } from "@hermes/registry/errors";
import { oneLine } from "../../render/fit.ts";
import type { GatewayDesk } from "./gateway-desk.ts";
import { withHome } from "./with-home.ts";

/**
 * Asks the gateway that a chat goes on with a session: at once, or when it runs again.
 *
 * @returns What to say.
 * @throws {HermesError} `USAGE` where no chat, or more than one, is meant.
 */
export async function handOff(
  sessionId: string,
  target: string,
  desk: GatewayDesk,
): Promise<readonly string[]> {
  return await withHome(desk, async ({ home: { delivery, store }, runtime }) => {
    const to = await delivery.resolve(target);
    if (to.type === "problem") throw new HermesError(to.problem, { code: "USAGE", hint: to.hint });
    const [at, ...more] = to.type === "chats" ? to.at : [];
    if (at === undefined || more.length > 0)
      throw new HermesError(`"${oneLine(target)}" is not one chat.`, {
        code: "USAGE",
        hint: "Name one: hermes send --list shows those that are known.",
      });
    const title = (await runtime.store()).sessions.get(sessionId)?.title ?? sessionId;
    await store.handoffs.ask({ sessionId, title, to: at }, Date.now());
    const holder = await store.owners.holder(at.platform);
    const isServed = holder !== undefined && holder.expiresAt > Date.now();
    const when = isServed
      ? "Write there to go on."
      : "It goes on there once the gateway runs: hermes gateway start";
    return [`This conversation goes to ${at.platform}, chat ${at.chatId}. ${when}`];
  });
}
