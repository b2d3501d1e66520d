import type { Message } from "../message.ts";
import type { ModelRequest } from "../model.ts";

/**
 * Proves that a conversation only grew: every request has the system prompt, the tools and all the messages of the
 * request before it, unchanged, in front. Messages that are other objects with the same content pass.
 *
 * @throws {Error} that names the first difference.
 */
export function assertStablePrefix(requests: readonly ModelRequest[]): void {
  for (let index = 1; index < requests.length; index++) {
    const [before, after] = [requests[index - 1], requests[index]];
    if (before === undefined || after === undefined) return;
    const difference = differenceOf(before, after);
    if (difference !== undefined)
      throw new Error(`Request ${index + 1} changes what request ${index} said: ${difference}`);
  }
}

function differenceOf(before: ModelRequest, after: ModelRequest): string | undefined {
  if (before.system !== after.system) return textDifference("the system prompt", before.system, after.system);
  const [toolsBefore, toolsAfter] = [JSON.stringify(before.tools), JSON.stringify(after.tools)];
  if (toolsBefore !== toolsAfter) return textDifference("the tools", toolsBefore, toolsAfter);
  for (const [index, message] of before.messages.entries()) {
    const other = after.messages[index];
    if (other === message) continue;
    if (other === undefined) return `message ${index + 1} (${message.role}) is gone.`;
    const [one, two] = [serialized(message), serialized(other)];
    if (one !== two) return textDifference(`message ${index + 1} (${message.role})`, one, two);
  }
  return undefined;
}

function serialized(message: Message): string {
  return JSON.stringify(message);
}

function textDifference(what: string, before: string, after: string): string {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at += 1;
  const around = (text: string): string => JSON.stringify(text.slice(Math.max(0, at - 20), at + 40));
  return `${what} differs at character ${at}: ${around(before)} became ${around(after)}.`;
}
