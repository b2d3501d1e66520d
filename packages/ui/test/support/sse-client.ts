/** The events of an answer, as a browser reads them. */
export async function* readEvents(response: Response): AsyncGenerator<{ id?: string; data: string }> {
  let buffer = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    buffer += decoder.decode(chunk, { stream: true });
    const blocks = buffer.split("\n\n");
    buffer = blocks.pop() ?? "";
    for (const block of blocks) {
      const lines = block.split("\n");
      const field = (name: string): string[] =>
        lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
      const [id] = field("id");
      const data = field("data");
      if (data.length > 0) yield { ...(id === undefined ? {} : { id }), data: data.join("\n") };
    }
  }
}

/** What `useChat` posts. */
export function chatBody(id: string, parts: readonly object[], more: object = {}): RequestInit {
  const messages = [{ id: "m1", role: "user", parts, ...more }];
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id, messages, trigger: "submit-message" }),
  };
}

export function words(text: string): readonly object[] {
  return [{ type: "text", text }];
}
