import { setTimeout as wait } from "node:timers/promises";
import { retryDelayMs } from "./back-off.ts";
import type { Connection } from "./connect.ts";

/**
 * Has a server of 2026-07-28 send word of changed lists, for as long as the connection lasts. Earlier revisions do so unasked.
 *
 * @returns Whether word can be expected.
 */
export function listenForChanges(connection: Connection, onMissed: () => void): boolean {
  const { tools, prompts, resources } = connection.client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  const announces = Object.keys(filter).length > 0;
  if (announces && connection.era === "modern") listen(connection, filter, onMissed).catch(() => {});
  return announces && tools?.listChanged === true;
}

async function listen(
  connection: Connection,
  filter: Parameters<Connection["client"]["listen"]>[0],
  onMissed: () => void,
): Promise<void> {
  for (let failures = 0; !connection.isEnded();) {
    try {
      const subscription = await connection.client.listen(filter, { timeout: 15_000 });
      if (failures > 0) onMissed();
      const openedAt = performance.now();
      await subscription.closed;
      failures = performance.now() - openedAt > 10_000 ? 1 : failures + 1;
    } catch {
      // A server that does not keep such streams: it is asked again, ever more rarely.
      failures += 1;
    }
    await wait(retryDelayMs(failures + 2, { waitedFor: false }), undefined, { ref: false });
  }
}
