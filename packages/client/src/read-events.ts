/** One server-sent event. */
export interface ReadEvent {
  readonly id: string | undefined;
  /** @default "message" */
  readonly event: string;
  readonly data: string;
}

/**
 * Reads server-sent events; what has not come to its end is left out.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent, undefined> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  let fields: { id?: string; event?: string; data: string[] } = { data: [] };
  try {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one piece after the other
      const next = await reader.read();
      if (next.done) return undefined;
      const lines = (rest + decoder.decode(next.value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.map((each) => each.replace(/\r$/, ""))) {
        if (line === "") {
          const { id, event = "message", data } = fields;
          fields = { data: [] };
          if (data.length > 0) yield { id, event, data: data.join("\n") };
          continue;
        }
        const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/.exec(line) ?? [];
        if (name === "data") fields.data.push(value);
        else if (name === "id" || name === "event") fields[name] = value;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
