import {
  type Document,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  Pair,
  parseDocument,
  stringify,
  visit,
  YAMLMap,
} from "yaml";
import type { SettingValue } from "./setting-value.ts";
import type { SettingsPath } from "./settings-tree.ts";

/** What has to be a section, and is none. */
export interface InTheWay {
  readonly inTheWay: SettingsPath;
}

/**
 * A text with another value at a path; undefined: with none. Comments, order and everything else stay.
 *
 * @param text Has been read without a problem.
 */
export function changeText(
  text: string,
  path: SettingsPath,
  value: SettingValue | undefined,
): string | InTheWay {
  const document = parseDocument(text, { merge: true });
  if (value !== undefined) {
    const filled = fillEmptySection(text, document, { path, value });
    if (filled !== undefined) return filled;
    const inTheWay = putSetting(document, path, value);
    if (inTheWay !== undefined) return { inTheWay };
  } else removeSetting(document, path);
  return printed(document, text);
}

/** A document as text, in the way in which the text before it was written. */
export function printed(document: Document, before: string): string {
  if (document.contents === null) {
    const comments = [document.commentBefore, document.comment].filter(isText);
    return comments.map((comment) => `${comment.replaceAll(/^/gm, "#")}\n`).join("\n");
  }
  // The printer writes all lists in one way: the way of most people, unless this file has the other one.
  return document.toString({ lineWidth: 0, flowCollectionPadding: /[[{] /.test(before) });
}

interface Put {
  readonly path: SettingsPath;
  readonly value: SettingValue;
}

/** A section of nothing but comments: what is put into it stands at its beginning, and they stay where they are. */
function fillEmptySection(text: string, document: Document, { path, value }: Put): string | undefined {
  for (let depth = 1; depth < path.length; depth++) {
    const pair = pairAt(document, path.slice(0, depth));
    const { value: section, key } = pair ?? {};
    if (!isScalar(section) || section.value !== null) continue;
    const parent = depth === 1 ? document.contents : document.getIn(path.slice(0, depth - 1), true);
    const [start, end] = (isScalar(key) && key.range) || [];
    if (section.source !== "" || !isMap(parent) || parent.flow || start === undefined || end === undefined)
      return undefined;
    const indent = " ".repeat(start - (text.lastIndexOf("\n", start - 1) + 1) + 2);
    const inner = path.slice(depth).reduceRight<SettingValue>((made, name) => ({ [name]: made }), value);
    const lines = stringify(inner, { lineWidth: 0 }).replaceAll(/^(?=.)/gm, indent);
    const lineEnd = text.indexOf("\n", end);
    return lineEnd === -1
      ? `${text}\n${lines}`
      : `${text.slice(0, lineEnd + 1)}${lines}${text.slice(lineEnd + 1)}`;
  }
  return undefined;
}

/**
 * Puts a value at a path; sections that are missing are made. Comments stay: those within a value that is replaced stand above it.
 *
 * @returns The path of what is no section, where one has to be. Nothing was changed then.
 */
function putSetting(document: Document, path: SettingsPath, value: SettingValue): SettingsPath | undefined {
  const inTheWay = openSections(document, path);
  if (inTheWay !== undefined) return inTheWay;
  const pair = pairAt(document, path);
  // A plain value takes the place of the one before it, beside its comment.
  if (typeof value !== "object" && (pair === undefined || isScalar(pair.value))) {
    if (pair === undefined) addPair(document, path, value);
    else document.setIn(path, value);
  } else if (pair === undefined) addPair(document, path, document.createNode(value));
  else {
    const comments = commentsIn(pair.value);
    pair.value = document.createNode(value);
    putAbove(pair, comments);
  }
  return undefined;
}

/** Takes away what stands at a path, and sections that are empty then. Comments stay where it was. */
export function removeSetting(document: Document, path: SettingsPath): void {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const pair = pairAt(document, path);
  if (pair === undefined || !isMap(parent)) {
    if (isSeq(parent)) document.deleteIn(path);
    return;
  }
  const index = parent.items.indexOf(pair);
  const comments = commentsIn(pair);
  parent.items.splice(index, 1);
  const next = parent.items[index];
  if (next !== undefined) putAbove(next, comments);
  else parent.comment = joined([parent.comment, ...comments]);
  if (parent.items.length > 0) return;
  if (path.length > 1) removeSetting(document, path.slice(0, -1));
  else {
    document.commentBefore = joined([document.commentBefore, ...commentsIn(parent)]);
    document.contents = null;
  }
}

/** Moves what stands at one path to another one where nothing stands, with its comments. */
export function moveSetting(document: Document, from: SettingsPath, to: SettingsPath): boolean {
  const parent = from.length === 1 ? document.contents : document.getIn(from.slice(0, -1), true);
  const pair = pairAt(document, from);
  if (pair === undefined || !isMap(parent) || pairAt(document, to) !== undefined) return false;
  if (openSections(document, to) !== undefined) return false;
  const above = isNode(pair.key) ? pair.key.commentBefore : undefined;
  // What stands above the first of a section is that of the section.
  parent.items.splice(parent.items.indexOf(pair), 1);
  addPair(document, to, pair.value);
  const moved = pairAt(document, to);
  if (moved !== undefined) putAbove(moved, [above]);
  if (parent.items.length === 0 && from.length > 1) removeSetting(document, from.slice(0, -1));
  return true;
}

/** Makes the sections of a path. A model may be written as its bare name. */
function openSections(document: Document, path: SettingsPath): SettingsPath | undefined {
  if (!isMap(document.contents)) {
    const comments = commentsIn(document.contents);
    document.contents = new YAMLMap(document.schema);
    if (comments.length > 0) document.commentBefore = joined([document.commentBefore, ...comments]);
  }
  for (let depth = 1; depth < path.length; depth++) {
    const section = path.slice(0, depth);
    const pair = pairAt(document, section);
    if (pair === undefined) addPair(document, section, new YAMLMap(document.schema));
    else if (!isMap(pair.value)) {
      const value = isScalar(pair.value) ? pair.value.value : pair.value;
      const isName = section.length === 1 && section[0] === "model" && typeof value === "string";
      if (value !== null && !isName) return section;
      const name = pair.value;
      const made = new YAMLMap(document.schema);
      if (isName) made.items.push(new Pair(document.createNode("default"), name));
      else putAbove(pair, commentsIn(name));
      pair.value = made;
    } else if (pair.value.flow === true && pair.value.items.length === 0) pair.value.flow = false;
  }
  return undefined;
}

function addPair(document: Document, path: SettingsPath, value: unknown): void {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return;
  const node = isNode(value) ? value : document.createNode(value);
  parent.items.push(new Pair(document.createNode(path.at(-1)), node));
}

function pairAt(document: Document, path: SettingsPath): Pair | undefined {
  const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const name = String(path.at(-1));
  if (!isMap(parent)) return undefined;
  return parent.items.find(({ key }) => String(isScalar(key) ? key.value : key) === name);
}

/** Every comment of a part of the file, in the order in which they stand there. */
function commentsIn(part: unknown): readonly string[] {
  const found: (string | null | undefined)[] = [];
  const collect = (node: { readonly commentBefore?: string | null; readonly comment?: string | null }) => {
    found.push(node.commentBefore, node.comment);
  };
  if (isPair(part)) {
    if (isNode(part.key)) collect(part.key);
    return [...found.filter(isText), ...commentsIn(part.value)];
  }
  if (!isNode(part)) return [];
  visit(part, { Node: (_, node) => collect(node) });
  return found.filter(isText);
}

function putAbove(pair: Pair, comments: readonly (string | null | undefined)[]): void {
  if (!isNode(pair.key) || comments.filter(isText).length === 0) return;
  pair.key.commentBefore = joined([...comments, pair.key.commentBefore]);
}

function joined(comments: readonly (string | null | undefined)[]): string | null {
  const all = comments.filter(isText);
  return all.length === 0 ? null : all.join("\n");
}

function isText(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && text !== "";
}
