import type { RecordedRequest } from "@hermes/models/testing";

/**
 * Fails unless every request says the same as the one before it, and more at its end. Marks of the provider's cache
 * wander with the end and don't count.
 */
export function expectGrowing(requests: readonly RecordedRequest[]): void {
  for (const [index, request] of requests.entries()) {
    const before = requests[index - 1];
    if (before === undefined) continue;
    for (const part of ["system", "tools", "model"]) {
      if (text(request.body[part]) !== text(before.body[part]))
        throw new Error(`Request ${index + 1} has another ${part}.`);
    }
    const [old, now] = [messagesOf(before), messagesOf(request)];
    const changed = old.findIndex((message, at) => message !== now[at]);
    if (changed !== -1)
      throw new Error(
        `Request ${index + 1} changes message ${changed + 1}: ${old[changed]} → ${now[changed]}`,
      );
  }
}

export function messagesOf({ body }: RecordedRequest): readonly string[] {
  const messages = body["messages"];
  return Array.isArray(messages) ? messages.map(text) : [];
}

function text(value: unknown): string {
  return (
    JSON.stringify(value, (key, part: unknown) => (key === "cache_control" ? undefined : part)) ?? "absent"
  );
}
