import { clip } from "../../presentation/clip.ts";
import type { OutboundFile, OutboundMessage } from "../platform.ts";
import { whatsappLimits as limits } from "./whatsapp-limits.ts";

export type Body = Readonly<Record<string, unknown>>;

/** The type of a message and what belongs to it: a text, with buttons where they fit. */
export function textBody({ text, buttons = [] }: OutboundMessage): Body {
  const all = buttons.flat();
  const asText = { type: "text", text: { preview_url: false, body: text } };
  if (all.length === 0) return asText;
  const fits = text.length <= limits.interactiveBody && text !== "";
  if (
    fits &&
    all.length <= limits.replyButtons &&
    all.every(({ label }) => label.length <= limits.replyButtonLabel)
  ) {
    const reply = all.map(({ label, data }) => ({ type: "reply", reply: { id: data, title: label } }));
    return interactive(text, "button", { buttons: reply });
  }
  if (fits && all.length <= limits.listRows) {
    const rows = all.map(({ label, data }) => ({
      id: data,
      title: clip(label, limits.listRowTitle),
      ...(label.length > limits.listRowTitle ? { description: clip(label, limits.listRowDescription) } : {}),
    }));
    return interactive(text, "list", { button: "Choose", sections: [{ title: "Choose", rows }] });
  }
  const listed = `${text}\n\n${all.map(({ label }) => `• ${label}`).join("\n")}`;
  return listed.length <= limits.text ? { ...asText, text: { preview_url: false, body: listed } } : asText;
}

function interactive(text: string, type: "button" | "list", action: Body): Body {
  return { type: "interactive", interactive: { type, body: { text }, action } };
}

/** As what a file is sent: what WhatsApp does not show by itself goes as a document, and so does a sound with words. */
export function mediaTypeOf({ as, mimeType }: OutboundFile, bytes: number, caption: string): string {
  const type = mimeType.split(";")[0]?.trim() ?? "";
  if (as === "image" && /^image\/(?:jpeg|png)$/.test(type) && bytes <= limits.imageBytes) return "image";
  if (as === "video" && /^video\/(?:mp4|3gpp)$/.test(type) && bytes <= limits.videoBytes) return "video";
  const isSound = (as === "voice" || as === "audio") && /^audio\/(?:aac|amr|mpeg|mp4|ogg)$/.test(type);
  return isSound && bytes <= limits.audioBytes && caption === "" ? "audio" : "document";
}

export function mediaBody(type: string, id: string, { text, file }: OutboundMessage): Body {
  const isVoice = type === "audio" && file?.as === "voice" && file.mimeType.startsWith("audio/ogg");
  const media = {
    id,
    ...(text === "" ? {} : { caption: text }),
    ...(type === "document" ? { filename: file?.name } : {}),
    ...(isVoice ? { voice: true } : {}),
  };
  return { type, [type]: media };
}

/** The text as the one parameter of a template, which takes no line breaks and no runs of spaces. */
export function templateBody(template: string, plain: string): Body {
  const [name = "", code = ""] = template.split(":");
  const text = clip(plain.replace(/\s+/g, " ").trim(), limits.templateText);
  const components = [{ type: "body", parameters: [{ type: "text", text }] }];
  return { type: "template", template: { name, language: { code }, components } };
}

/** People without a number that is shown have an id such as `US.13491208655302741918`. */
export function recipient(chatId: string): Body {
  return /^\+?\d+$/.test(chatId) ? { to: chatId } : { recipient: chatId };
}
