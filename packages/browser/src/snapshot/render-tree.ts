import { partsOf, type AriaNode } from "./aria-node.ts";
import { cleanText, quoteText } from "./clean-text.ts";
import type { Clip } from "./in-page/page-state.ts";
import type { ElementDetails } from "./in-page/read-details.ts";

export interface RenderOptions {
  readonly detailsOf: (ref: string) => ElementDetails | undefined;
  /** Number of the reference of an element that is shown. */
  readonly numberOf: (node: ShownNode) => number;
  /** Host of the document within a frame, where it is another one than that of the page. */
  readonly hostOf: (frame: AriaNode) => string | undefined;
  readonly visibleOnly: boolean;
  /** Longest text of one element in characters. */
  readonly maxTextChars: number;
}

export interface ShownNode {
  /** Playwright's reference. */
  readonly ref: string;
  readonly role: string;
  readonly name: string;
}

/** A line with those under it, or text that flows. */
type Item =
  | { readonly type: "text"; readonly text: string; readonly isInline: boolean }
  | {
      readonly type: "line";
      readonly head: () => string;
      readonly below: readonly Item[];
      /** Whether it or something under it has a reference. */
      readonly isAction: boolean;
    };

interface Place {
  readonly isSeen: boolean;
  /** Part of the frame that is in sight. */
  readonly clip?: Clip | undefined;
}

const actionRoles = new Set(
  "button link textbox searchbox checkbox radio combobox slider spinbutton switch tab menuitem menuitemcheckbox menuitemradio option treeitem scrollbar".split(
    " ",
  ),
);
const inlineRoles = new Set(
  "strong emphasis code mark time subscript superscript deletion insertion".split(" "),
);
/** Without a name they say nothing that the order of the lines doesn't. */
const transparentRoles = new Set(
  "generic paragraph rowgroup group main article figure document region form none presentation caption".split(
    " ",
  ),
);
const maxOptionsChars = 1000;
const maxUrlChars = 4000;

/** The lines of a tree: one for each element, text, or row, indented by two spaces a level. */
export function renderTree(nodes: readonly AriaNode[], options: RenderOptions): string[] {
  const lines: string[] = [];
  const print = (items: readonly Item[], depth: number): void => {
    for (const item of items) {
      const indent = "  ".repeat(depth);
      if (item.type === "text") {
        lines.push(`${indent}- text: ${cleanText(item.text, options.maxTextChars)}`);
        continue;
      }
      lines.push(`${indent}- ${item.head()}`);
      print(item.below, depth + 1);
    }
  };
  const place = { isSeen: true };
  print(mergeTexts(nodes.flatMap((node) => itemsOf(node, place, options))), 0);
  return lines;
}

function itemsOf(part: AriaNode | string, place: Place, options: RenderOptions): Item[] {
  if (typeof part === "string") return textItems(part, true, place, options);
  if (part.role === "text") return textItems(part.text ?? "", true, place, options);
  const details = part.ref === undefined ? undefined : options.detailsOf(part.ref);
  const isSeen = part.ref === undefined ? place.isSeen : isSeenIn(details, place);
  const inner = { ...place, isSeen };
  if (part.role === "iframe") return frameItems(part, details, inner, options);
  if (details !== undefined && isActionable(part, details)) return actionItems(part, details, inner, options);
  if (part.role === "row") return rowItems(part, undefined, inner, options);
  return containerItems(part, details, inner, options);
}

function isSeenIn(details: ElementDetails | undefined, { clip }: Place): boolean {
  if (details?.isUnseen === true) return false;
  const box = details?.box;
  if (clip === undefined || box === undefined) return true;
  return box.right > clip.left && box.left < clip.right && box.bottom > clip.top && box.top < clip.bottom;
}

function isActionable({ role }: AriaNode, { isControl, kind, url }: ElementDetails): boolean {
  if (isControl !== true) return false;
  return kind !== undefined || url !== undefined || actionRoles.has(role);
}

function textItems(text: string, isInline: boolean, place: Place, options: RenderOptions): Item[] {
  if (text.trim() === "" || (options.visibleOnly && !place.isSeen)) return [];
  return [{ type: "text", text, isInline }];
}

/** Texts that stand in one line on the page are one text. */
function mergeTexts(items: readonly Item[]): Item[] {
  const merged: Item[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    if (item.type !== "text" || last?.type !== "text" || !item.isInline || !last.isInline) {
      merged.push(item);
      continue;
    }
    const gap = /^[\p{Pe}\p{Pf},.;:!?%…]/u.test(item.text) || /[\p{Ps}\p{Pi}]$/u.test(last.text);
    merged[merged.length - 1] = { ...last, text: `${last.text}${gap ? "" : " "}${item.text}` };
  }
  return merged;
}

function childItems(node: AriaNode, place: Place, options: RenderOptions): Item[] {
  const parts = partsOf(node);
  // A label beside its field is the name of the field already.
  const names = new Set(
    parts.flatMap((part) =>
      typeof part !== "string" && part.name !== undefined && actionRoles.has(part.role) ? [part.name] : [],
    ),
  );
  const isLabel = (part: AriaNode | string): boolean =>
    typeof part === "string"
      ? names.has(part)
      : part.role === "generic" && part.text !== undefined && names.has(part.text);
  return mergeTexts(parts.filter((part) => !isLabel(part)).flatMap((part) => itemsOf(part, place, options)));
}

function containerItems(
  node: AriaNode,
  details: ElementDetails | undefined,
  place: Place,
  options: RenderOptions,
): Item[] {
  const { role, name } = node;
  const below = childItems(node, place, options).filter((item) => item.type === "line" || item.text !== name);
  const isHidden = options.visibleOnly && !place.isSeen;
  if (isHidden && below.length === 0) return [];
  const only = below.length === 1 ? below[0] : undefined;
  if (name === undefined && inlineRoles.has(role) && only?.type === "text") return below;
  // A field of a document that could not be read may hold a password.
  if (/^(textbox|searchbox)$/.test(role) && !isHidden)
    return [lineOf(() => headOf(node, details, options), [], options)];
  const isTold = name !== undefined || details?.value !== undefined || (details?.more ?? "") !== "";
  if (!isTold && transparentRoles.has(role)) {
    return below.map((item) => (item.type === "text" ? { ...item, isInline: false } : item));
  }
  if (name === undefined && role === "listitem" && only?.type === "line") return below;
  // What has neither a name nor content tells nothing, but for rules that part what stands above from what stands below.
  if (!isTold && below.length === 0 && role !== "separator") return [];
  return [lineOf(() => headOf(node, details, options), below, options)];
}

function lineOf(head: () => string, below: readonly Item[], { maxTextChars }: RenderOptions): Item {
  const only = below.length === 1 ? below[0] : undefined;
  if (only?.type !== "text") return { type: "line", head, below, isAction: below.some(holdsAction) };
  const text = cleanText(only.text, maxTextChars);
  return { type: "line", head: () => `${head()}: ${text}`, below: [], isAction: false };
}

function holdsAction(item: Item): boolean {
  return item.type === "line" && item.isAction;
}

/** A row as one line, as far as its cells hold text alone; what more they hold stands under it. */
function rowItems(
  node: AriaNode,
  details: ElementDetails | undefined,
  place: Place,
  options: RenderOptions,
): Item[] {
  const below: Item[] = [];
  let cells: string[] = [];
  let isFirst = true;
  let first: string | undefined;
  const flush = (): void => {
    const text = cells.join(" | ").replace(/[ |]+$/, "");
    if (cells.some((cell) => cell !== "")) {
      if (isFirst) first = text;
      else below.push({ type: "line", head: () => `cell: ${text}`, below: [], isAction: false });
    }
    cells = [];
    isFirst = false;
  };
  for (const part of partsOf(node)) {
    const items =
      typeof part !== "string" && /^(cell|gridcell|columnheader|rowheader)$/.test(part.role)
        ? cellItems(part, place, options)
        : itemsOf(part, place, options);
    const only = items.length === 1 ? items[0] : undefined;
    if (items.length === 0 || only?.type === "text")
      cells.push(only?.type === "text" ? cleanText(only.text, options.maxTextChars) : "");
    else {
      flush();
      below.push(...items);
    }
  }
  flush();
  if (below.length === 0 && first === undefined) return [];
  const text = first;
  const head = (): string => headOf({ ...node, name: "" }, details, options);
  const isAction = details !== undefined || below.some(holdsAction);
  return [
    { type: "line", head: () => (text === undefined ? head() : `${head()}: ${text}`), below, isAction },
  ];
}

function cellItems(cell: AriaNode, place: Place, options: RenderOptions): Item[] {
  const details = cell.ref === undefined ? undefined : options.detailsOf(cell.ref);
  if (details !== undefined && isActionable(cell, details)) return itemsOf(cell, place, options);
  const isSeen = cell.ref === undefined ? place.isSeen : isSeenIn(details, place);
  const below = childItems(cell, { ...place, isSeen }, options);
  if (below.length === 0 && cell.name !== undefined)
    return textItems(cell.name, false, { ...place, isSeen }, options);
  if (below.length < 2) return below;
  return [{ type: "line", head: () => "cell", below, isAction: below.some(holdsAction) }];
}

function frameItems(
  node: AriaNode,
  details: ElementDetails | undefined,
  place: Place,
  options: RenderOptions,
): Item[] {
  if (options.visibleOnly && !place.isSeen) return [];
  const below = childItems(node, { isSeen: true, clip: details?.frameClip }, options);
  const host = options.hostOf(node);
  const from = host === undefined ? "" : ` from ${cleanText(host, 200)}`;
  return [{ type: "line", head: () => `iframe${from}`, below, isAction: true }];
}

function actionItems(node: AriaNode, details: ElementDetails, place: Place, options: RenderOptions): Item[] {
  if (node.role === "row") return rowItems(node, details, place, options);
  const isField = details.kind === "textbox" || /^(textbox|searchbox|spinbutton|slider)$/.test(node.role);
  const isChoice = node.role === "combobox" && partsOf(node).every(isPlainOption);
  const below = isField ? [] : isChoice ? choiceItems(node, options) : childItems(node, place, options);
  if (options.visibleOnly && !place.isSeen && (isField || isChoice || below.length === 0)) return [];
  const { name, ...nameless } = node;
  // A name that what stands in it makes up would be told twice. One line of it, which isn't something to act on, is the name.
  const only = below.length === 1 ? below[0] : undefined;
  const content = contentOf(node);
  const isContent = name === undefined || withoutSpace(name) === withoutSpace(content);
  const isNamedByContent =
    isContent && only !== undefined && (only.type === "text" || !only.isAction) && content !== "";
  const isRepeated = isContent && below.length > 0 && !isNamedByContent;
  const named = isNamedByContent ? { ...node, name: name ?? content } : isRepeated ? nameless : node;
  const head = (): string => headOf(named, details, options);
  return [{ type: "line", head, below: isNamedByContent ? [] : below, isAction: true }];
}

function contentOf(node: AriaNode): string {
  return partsOf(node)
    .map((part) => (typeof part === "string" ? part : (part.name ?? contentOf(part))))
    .filter((text) => text !== "")
    .join(" ");
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/gu, "");
}

function isPlainOption(part: AriaNode | string): boolean {
  if (typeof part === "string") return false;
  if (part.role === "group") return partsOf(part).every(isPlainOption);
  return part.role === "option" && part.ref === undefined;
}

function choiceItems(node: AriaNode, { maxTextChars }: RenderOptions): Item[] {
  const names = (parts: readonly (AriaNode | string)[]): string[] =>
    parts.flatMap((part) => {
      if (typeof part === "string") return [];
      if (part.role === "group") return names(partsOf(part));
      const name = cleanText(part.name ?? "", maxTextChars);
      return [part.disabled === true ? `${name} (disabled)` : name];
    });
  const all = names(partsOf(node));
  if (all.length === 0) return [];
  let text = "";
  for (const [index, name] of all.entries()) {
    if (text.length + name.length > maxOptionsChars) {
      text += ` … ${String(all.length - index)} more`;
      break;
    }
    text += `${index === 0 ? "" : " | "}${name}`;
  }
  return [{ type: "line", head: () => `options: ${text}`, below: [], isAction: false }];
}

function headOf(node: AriaNode, details: ElementDetails | undefined, options: RenderOptions): string {
  const { kind } = details ?? {};
  // What Playwright was made to take for a button is called what it is.
  const role = kind !== undefined && /^(generic|button|textbox|img)$/.test(node.role) ? kind : node.role;
  const name = node.name ?? "";
  const parts = [role];
  if (name !== "") parts.push(quoteText(name, options.maxTextChars));
  if (details !== undefined && node.ref !== undefined && isActionable(node, details)) {
    parts.push(`[@e${String(options.numberOf({ ref: node.ref, role, name }))}]`);
    if (name === "" && details.hint !== undefined) parts.push(`(${cleanText(details.hint, 80)})`);
  }
  parts.push(...statesOf(node, details, options));
  const value = details?.value === undefined ? "" : `: ${cleanText(details.value, options.maxTextChars)}`;
  const url = details?.url === undefined ? "" : ` → ${addressText(details.url)}`;
  return `${parts.join(" ")}${value}${url}`;
}

/** An address word for word, but for what is no address: contents in a `data:` URL, or kilobytes. */
function addressText(url: string): string {
  const isData = /^(data|blob|javascript):/i.test(url);
  return cleanText(url, isData ? 100 : maxUrlChars);
}

function statesOf(
  node: AriaNode,
  details: ElementDetails | undefined,
  { maxTextChars }: RenderOptions,
): string[] {
  const states: string[] = [];
  const add = (name: string, value: boolean | string | number | undefined): void => {
    if (value === true) states.push(`[${name}]`);
    else if (value !== undefined && value !== false) states.push(`[${name}=${String(value)}]`);
  };
  if (node.level !== undefined) add("level", node.level);
  if (
    details?.inputType !== undefined &&
    !/^(text|submit|button|checkbox|radio|reset)$/.test(details.inputType)
  )
    add("type", details.inputType);
  add("checked", details?.isChecked === true ? true : node.checked);
  add("pressed", node.pressed);
  add("selected", node.selected);
  add("expanded", node.expanded === true || details?.isExpanded === true);
  add("collapsed", details?.isCollapsed);
  add("disabled", node.disabled);
  add("required", details?.isRequired);
  add("readonly", details?.isReadOnly);
  add("invalid", node.invalid === undefined ? undefined : node.invalid !== false);
  add("focused", node.active === true && details !== undefined && isActionable(node, details));
  add("covered", details?.isCovered);
  add("draggable", details?.isDraggable);
  if ((details?.more ?? "") !== "") states.push(`[more ${details?.more ?? ""}]`);
  if (node.placeholder !== undefined && details?.value === undefined)
    states.push(`[placeholder=${quoteText(node.placeholder, Math.min(100, maxTextChars))}]`);
  return states;
}
