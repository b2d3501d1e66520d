import type { LeaseOwner } from "@hermes/agent-loop";
import type { Fence, OwnerStore } from "../store/owner-store.ts";

/** How long a platform stays with a process that says nothing more. */
export const leaseMs = 60_000;

export interface HoldPlatformOptions {
  readonly owners: OwnerStore;
  readonly platform: string;
  readonly owner: LeaseOwner;
  readonly isGone: (owner: LeaseOwner) => boolean;
  readonly now: () => number;
}

/** Takes a platform for this process, or says who has it. */
export async function holdPlatform({
  owners,
  platform,
  owner,
  isGone,
  now,
}: HoldPlatformOptions): Promise<
  | { readonly ok: true; readonly fence: Fence }
  | { readonly ok: false; readonly reason: string; readonly hint: string }
> {
  const answer = await owners.acquire(platform, { owner, isGone, now: now(), ttlMs: leaseMs });
  if ("lease" in answer) return { ok: true, fence: { platform, token: answer.lease.token } };
  const { host, pid } = answer.heldBy.owner;
  return {
    ok: false,
    reason: `Another gateway serves ${platform}: process ${pid} on ${host}.`,
    hint: "Stop that one, and this one takes over.",
  };
}
