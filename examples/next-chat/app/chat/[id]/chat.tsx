"use client";
import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import type { UIMessage } from "ai";
import { useState } from "react";

export function Chat({ id, messages: earlier }: { readonly id: string; readonly messages: UIMessage[] }) {
  const [input, setInput] = useState("");
  const { messages, sendMessage, addToolApprovalResponse, status } = useChat({
    id,
    messages: earlier,
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
      <footer>{status}</footer>
    </main>
  );
}
