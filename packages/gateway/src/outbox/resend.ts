import type { Button } from "../platforms/platform.ts";

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
