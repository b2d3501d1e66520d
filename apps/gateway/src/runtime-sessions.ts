import type { ChatSessions } from "@hermes/gateway";
import type { OpenSessionOptions, Runtime } from "@hermes/runtime";

/** Sessions of chats, by the runtime: who is no owner has nothing of the owner's in them, and leaves nothing in it. */
export function runtimeSessions(runtime: Pick<Runtime, "openSession">): ChatSessions {
  return {
    open: async ({ tier, ...request }) =>
      await runtime.openSession({ ...request, ...(tier === "owner" ? {} : withoutOwner) }),
  };
}

const withoutOwner: OpenSessionOptions = {
  skipMemory: true,
  skipContextFiles: true,
  skipMentions: true,
  // What is learnt from mistakes is neither shown nor kept.
  unattended: true,
};
