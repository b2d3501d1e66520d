import { ok } from "node:assert/strict";
import type { OutboundMessage, PlatformConnection } from "../../platforms/platform.ts";
import type { PlatformPlace, SeenMessage } from "./platform-place.ts";
import { createRecordingHost, type RecordingHost } from "../recording-host.ts";

/** Connects with a host that records, and stops at the end. */
export async function connected<Settings>(
  place: PlatformPlace<Settings>,
  run: (connection: PlatformConnection, host: RecordingHost) => Promise<void>,
  host: RecordingHost = createRecordingHost(),
): Promise<void> {
  const { platform, settings } = place;
  const connection = await platform.connect(settings, host, { signal: new AbortController().signal });
  try {
    await run(connection, host);
  } finally {
    await connection.stop();
  }
  // People read it, and so does whoever they ask for help.
  const said = JSON.stringify(host.states);
  for (const secret of secretsOf(place)) ok(!said.includes(secret), "a secret was said with the health");
}

/** What set-up asks for without showing it. */
function secretsOf<Settings>({ platform, settings }: PlatformPlace<Settings>): readonly string[] {
  const values = new Map(Object.entries(settings as object));
  const secrets = platform.setup?.questions.filter(({ secret }) => secret) ?? [];
  return secrets.map(({ key }) => values.get(key)).filter((value) => typeof value === "string");
}

let keys = 0;

/** A message to the person, through the platform's dialect. */
export function messageTo<Settings>(
  { platform, peer }: PlatformPlace<Settings>,
  markdown: string,
  more: Partial<OutboundMessage> = {},
): OutboundMessage {
  return { to: peer.at, key: `key-${++keys}`, ...platform.render(markdown), silent: false, ...more };
}

/** So many messages are in the chat. */
export function atLeast(count: number): (messages: readonly SeenMessage[]) => boolean {
  return (messages) => messages.length >= count;
}

export function noSignal(): { readonly signal: AbortSignal } {
  return { signal: new AbortController().signal };
}
