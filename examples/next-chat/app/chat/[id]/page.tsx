import { chat } from "../../../lib/agent.ts";
import { Chat } from "./chat.tsx";

export default async function Page({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  const stored = await chat().GET(new Request(`http://localhost/api/chat/${id}/messages`));
  const { messages } = await stored.json();
  return <Chat id={id} messages={messages} />;
}
