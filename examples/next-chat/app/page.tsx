import { redirect } from "next/navigation";

export const dynamic = "force-dynamic";

/** A new conversation. */
export default function Page() {
  redirect(`/chat/${crypto.randomUUID()}`);
}
