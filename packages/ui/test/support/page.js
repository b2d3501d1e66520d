import { useChat } from "@ai-sdk/react";
import { DefaultChatTransport, isToolUIPart, lastAssistantMessageIsCompleteWithApprovalResponses } from "ai";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

const id = new URLSearchParams(location.search).get("id");

function Chat({ messages: first, running }) {
  const { messages, sendMessage, addToolApprovalResponse, status, error } = useChat({
    id,
    messages: first,
    resume: running,
    transport: new DefaultChatTransport({ api: "/api/chat" }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const [words, setWords] = useState("");
  const answer = (part) => addToolApprovalResponse({ id: part.approval.id, approved: true });
  return h(
    "main",
    { id: status },
    messages.map((message) =>
      h(
        "article",
        { key: message.id, className: message.role },
        message.parts.map((part, index) => {
          if (part.type === "text") return h("p", { key: index }, part.text);
          if (!isToolUIPart(part)) return null;
          if (part.state === "approval-requested")
            return h(
              "button",
              { key: index, className: "allow", onClick: () => answer(part) },
              part.approval.descriptor.summary,
            );
          return h(
            "b",
            { key: index },
            `${part.type} ${part.state} ${part.output?.degrees ?? part.output?.removed}`,
          );
        }),
      ),
    ),
    h("i", null, error?.message),
    h("input", { value: words, onChange: (event) => setWords(event.target.value) }),
    h("button", { className: "send", onClick: () => sendMessage({ text: words }) }, "Send"),
  );
}

const response = await fetch(`/api/chat/${id}/messages`);
createRoot(document.querySelector("#root")).render(h(Chat, await response.json()));
