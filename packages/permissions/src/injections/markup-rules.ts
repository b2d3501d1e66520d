import type { TextSurface } from "./text-surface.ts";

/** What is known by its marks and not by its words. */
export interface MarkupRule {
  readonly id: string;
  readonly reason: string;
  /** A text that stands wherever the pattern matches; in lower case. */
  readonly anchor: string;
  /** For lower case. */
  readonly pattern: string;
  readonly except?: readonly TextSurface[] | undefined;
}

const role = "imitates the marks between the parts of a conversation";
const unseen = "speaks to an agent where a person sees nothing";
const agent = String.raw`(?<!user-)\b(?:agents?|assistants?|ais?|llms?|bots?|copilot|claude|chatgpt|language models?)\b`;
const act = String.raw`\b(?:add|book|buy|call|click|copy|delete|do not|don't|download|execute|export|fetch|follow|forward|ignore|include|insert|open|output|pay|post|print|push|put|read|recommend|remember|remove|reply|reveal|rm|run|save|say|search|send|show|store|tell|transfer|upload|use|visit|write)\b`;

export const markupRules: readonly MarkupRule[] = [
  {
    id: "marker.role",
    reason: role,
    anchor: "<|",
    pattern: String.raw`(?:^|\n)\s{0,8}<\|(?:im_start|system|start_header_id|endoftext|user|assistant|begin_of_text)\|?>[^\n]{0,40}(?:\n|you|system|ignore|must)`,
  },
  {
    id: "marker.role",
    reason: role,
    anchor: "[inst]",
    pattern: String.raw`(?:^|\n|\]\s?)\s{0,8}\[inst\]\s{0,4}(?!and\b|or\b)[a-z<]`,
  },
  {
    id: "marker.role",
    reason: role,
    anchor: "<",
    pattern: String.raw`<\/(?:context|instructions?|system|user|document|tool_result|untrusted|data)>\s{0,8}<?(?:system|instructions?|admin|user|new|you)\b|<(?:system|admin|important|sys|developer|instructions?|tool_result|function_result)>\s{0,4}(?:always|you|before|first|model|after|ignore|never|do not|call|read|user|the (?:user|owner|assistant|agent)|assistant|must)\b`,
  },
  {
    id: "marker.role",
    reason: role,
    anchor: "instruction",
    pattern: String.raw`(?:^|\n)#{2,4} (?:new )?(?:system )?instructions?:?\s{0,4}\n\s{0,4}(?:forget|ignore|disregard|you must|print|reveal|reply)`,
  },
  {
    id: "marker.role",
    reason: role,
    anchor: "\nassistant:",
    pattern: String.raw`(?:^|\n)\s{0,4}(?:human|user):[^\n]{0,200}\n{1,2}\s{0,4}assistant:\s[^\n]{0,200}(?:delet|remov|send|sure|ok|transfer|push|upload|approv|execut|runn)`,
    except: ["context-file", "skill"],
  },
  {
    id: "hidden.styled",
    reason: unseen,
    anchor: "<",
    pattern: String.raw`<[a-z]{1,12}\b[^<>]{0,200}(?:display:\s?none|visibility:\s?hidden|font-size:\s?[01](?:px|pt|em)?\b|opacity:\s?0(?![.\d])|color:\s?(?:#fff(?:fff)?\b|white|transparent)|color=["']?white|\bhidden\b|aria-hidden|left:\s?-\d{3,}|height:\s?0)[^<>]{0,200}>?[^<]{0,300}(?:${agent}|\byou(?:r|'re)?\b|\bsummar(?:y|is|iz)|\bignore\b)[^<]{0,300}`,
  },
  {
    id: "hidden.comment",
    reason: unseen,
    anchor: "<!--",
    pattern: String.raw`<!--(?:(?!-->)[^\n]){0,300}${agent}(?:(?!-->)[^\n]){0,60}?(?:[:,]|\bmust\b|\bshould\b|\bplease\b|\bto\b)(?:(?!-->)[^\n]){0,80}?${act}(?:(?!-->)[^\n]){0,200}(?:https?:|curl|\.env|secret|password|key|download|locked|call \+|do not|don't|never|ignore|disregard|export|delete|rm |tell the user|silently|memory|all |run |credential|\.ssh|\.env|append|reply|summary|visit )`,
  },
  {
    id: "hidden.comment",
    reason: unseen,
    anchor: "[//]: #",
    pattern: String.raw`\[\/\/\]: # \([^\n]{0,200}${agent}[^\n]{0,200}(?:https?:|secret|password|key|export|delete|do not|don't|never|ignore|disregard|run )`,
  },
  {
    id: "hidden.attribute",
    reason: unseen,
    anchor: "<",
    pattern: String.raw`<(?:img|meta|input|a|area|svg|title|link|video|iframe)\b[^<>]{0,200}(?:alt|content|value|title|aria-label|placeholder)=["'][^"'<>]{0,120}(?:${agent}\s?[,:]|when (?:you )?(?:summari[sz]|read|answer)|\b(?:ignore|disregard) )[^"'<>]{0,200}`,
    except: ["context-file", "skill"],
  },
  {
    id: "hidden.noted",
    reason: unseen,
    anchor: "text",
    pattern: String.raw`[([](?:white|hidden|invisible|transparent|tiny)[ -](?:on[ -]white )?(?:text|font)[^\n)\]]{0,20}[)\]]?:?\s[^\n]{0,200}${act}`,
  },
];
