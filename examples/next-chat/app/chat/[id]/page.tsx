import { toUIMessages } from "@hermes/ui";
import type { UIMessage } from "ai";
import { store } from "../../../lib/agent.ts";
import { Chat } from "./chat.tsx";

export default async function Page({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  const stored = store().journal.load(id);
  return <Chat id={id} messages={toUIMessages(stored?.messages ?? []) as UIMessage[]} />;
}
