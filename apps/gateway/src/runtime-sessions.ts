import type { ChatSessions } from "@hermes/gateway";
import type { Runtime } from "@hermes/runtime";

/** Sessions of chats, by the runtime: who is no owner has nothing of the owner's in them. */
export function runtimeSessions(runtime: Pick<Runtime, "openSession">): ChatSessions {
  return {
    async open({ tier, ...request }) {
      const isOwner = tier === "owner";
      return await runtime.openSession({
        ...request,
        skipMemory: isOwner ? undefined : true,
        skipContextFiles: isOwner ? undefined : true,
        skipMentions: !isOwner,
      });
    },
  };
}
