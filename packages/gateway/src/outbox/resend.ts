import type { Button } from "../platforms/platform.ts";
import type { OutboundRow } from "../store/outbox-store.ts";

const prefix = "resend:";

/** The button below a message that may not have arrived. */
export function resendButton(id: number): Button {
  return { label: "Resend", data: `${prefix}${id}` };
}

/** The row that is to be sent again; undefined: it is another button. */
export function parseResend(data: string): number | undefined {
  const id = data.startsWith(prefix) ? Number(data.slice(prefix.length)) : Number.NaN;
  return Number.isSafeInteger(id) ? id : undefined;
}

const told = ":told:";

/** The key of what a person is told about a message. */
export function toldKey({
  key,
  attempts,
  revision,
}: Pick<OutboundRow, "key" | "attempts" | "revision">): string {
  return `${key}${told}${attempts}:${revision}`;
}

/** Whether a row only says what became of another. */
export function isTold({ key }: Pick<OutboundRow, "key">): boolean {
  return key.includes(told);
}
