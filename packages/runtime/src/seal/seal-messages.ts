import { HermesError } from "@hermes/registry";
import type { SealHolder } from "./seal-holders.ts";

const command = "hermes permissions seal";

/** For a person, where nobody is asked. */
export function doesNotCount(path: string, elder: SealHolder | undefined): string {
  const what = `${path} was changed while a session was open, and not by Hermes: what it held before goes on to count.`;
  return elder === undefined
    ? `${what} To see the change and take it up: ${command}`
    : `${what} Its question is put by the session that is open the longest, in process ${elder.owner.pid} on ${elder.owner.host}.`;
}

export function sessionOpen({ owner: { pid, host } }: SealHolder): HermesError {
  return new HermesError(`A session is open in process ${pid} on ${host}.`, {
    code: "SEAL_SESSION_OPEN",
    hint: "Answer the question there, or end it first: what an agent starts can't be told from what you start.",
  });
}

export function notAccepted(path: string): HermesError {
  return new HermesError(`${path} was not changed, because it holds what nobody has accepted.`, {
    code: "PERMISSIONS_CHANGED",
    hint: `To see it and take it up: ${command}`,
  });
}
