import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import type { UIMessage } from "ai";
import { useState } from "react";
import { createRoot } from "react-dom/client";

function Chat({ id, messages: earlier }: { readonly id: string; readonly messages: UIMessage[] }) {
  const [input, setInput] = useState("");
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({
    id,
    messages: earlier,
    // What is being said right now, by a turn that another tab began or that a reload cut off.
    resume: true,
    transport: new DefaultChatTransport({ api: "/api/chat" }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  return (
    <main>
      {messages.map((message) => (
        <article key={message.id} className={message.role}>
          {message.parts.map((part, index) => {
            if (part.type === "text") return <p key={index}>{part.text}</p>;
            if (!isToolUIPart(part)) return null;
            const asked = part.state === "approval-requested" ? part.approval : undefined;
            return (
              <div key={index} className="tool">
                <code>{`${part.type.replace("tool-", "")} ${JSON.stringify(part.input)} → ${part.state}`}</code>
                {asked !== undefined &&
                  [true, false].map((approved) => (
                    <button
                      key={String(approved)}
                      onClick={() => void addToolApprovalResponse({ id: asked.id, approved })}
                    >
                      {approved ? "Allow" : "Refuse"}
                    </button>
                  ))}
              </div>
            );
          })}
        </article>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text: input });
          setInput("");
        }}
      >
        <input value={input} onChange={(event) => setInput(event.target.value)} placeholder="Ask …" />
      </form>
      <footer>{error === undefined ? status : sentenceOf(error)}</footer>
    </main>
  );
}

// The conversation is named in the address, so that two tabs can have the same one.
location.hash ||= crypto.randomUUID();
const id = location.hash.slice(1);
const response = await fetch(`/api/chat/${id}/messages`);
const { messages }: { messages: UIMessage[] } = await response.json();
createRoot(document.querySelector("#root")!).render(<Chat id={id} messages={messages} />);

/** A refusal is `{ error: { code, message } }`. */
function sentenceOf({ message }: Error): string {
  try {
    return JSON.parse(message).error.message;
  } catch {
    return message;
  }
}
