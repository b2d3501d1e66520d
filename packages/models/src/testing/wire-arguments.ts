import type { PlannedCall } from "./server-answer.ts";

/** The arguments of a call for a protocol that sends them as data; text that is no JSON becomes an empty object. */
export function argumentsOf(call: PlannedCall): unknown {
  try {
    return JSON.parse(call.arguments);
  } catch {
    // Servers of these protocols can't say anything that is no JSON.
    return {};
  }
}
