import { nearest } from "@hermes/registry";
import { isMap, LineCounter, parseDocument } from "yaml";
import type { Document } from "yaml";
import { z } from "zod";
import { cleanText } from "../render/clean-text.ts";
import { columnsOf } from "../render/fit.ts";
import { type ColorRole, colorRoles } from "../render/look.ts";
import type { Skin } from "./skin.ts";

/** A file larger than that is no skin. */
export const maxSkinChars = 64_000;

export interface ParsedSkin {
  readonly skin: Skin;
  /** Name of the skin that it is over. */
  readonly base: string;
  /** Keys that nobody knows, each with its line. */
  readonly warnings: readonly string[];
}

/** `problem`: what is wrong, with line and key. */
export type ParseSkinResult =
  | { readonly ok: true; readonly parsed: ParsedSkin }
  | { readonly ok: false; readonly problem: string };

/** One line of at most so many columns, without anything that a terminal would act on. */
function line(most: number, least = 1): z.ZodType<string> {
  return z
    .string()
    .refine(
      (text) => cleanText(text) === text && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text),
      "holds control characters",
    )
    .refine((text) => columnsOf(text) <= most && text.length <= most * 8, `is wider than ${most} columns`)
    .refine((text) => columnsOf(text.trim()) >= least, "is empty");
}

const color = z.string().regex(/^#[0-9a-f]{6}$/i, "is no colour such as #ff8800");

const roles = Object.fromEntries(colorRoles.map((role) => [role, color.optional()]));

// What nobody knows is told and left out, so that files of others can be used.
const form = z.object({
  name: line(40).optional(),
  description: line(100).optional(),
  extends: line(40).optional(),
  background: z.enum(["dark", "light"], "is neither dark nor light").optional(),
  colors: z.object(roles).optional(),
  spinner: z
    .object({
      faces: z.array(line(20)).min(1, "is empty").max(60, "has more than 60").optional(),
      verbs: z.array(line(40)).min(1, "is empty").max(60, "has more than 60").optional(),
    })
    .optional(),
  branding: z.object({ name: line(24).optional(), prompt: line(8).optional() }).optional(),
  tool_prefix: line(4).optional(),
  tool_emojis: z.record(z.string().max(100), line(4)).optional(),
  banner: z.array(line(60, 0)).max(12, "has more than 12 lines").optional(),
});

/** Reads a skin of somebody's own. Throws nothing. @param name Of the file, without its ending. */
export function parseSkin(text: string, name: string): ParseSkinResult {
  if (text.length > maxSkinChars) return failed("it is larger than 64 KB");
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const [error] = document.errors;
  if (error !== undefined)
    return failed(`line ${counter.linePos(error.pos[0]).line}: ${error.message.split("\n", 1)[0] ?? ""}`);
  const tree = asData(document);
  if (!isMap(document.contents) || tree === undefined)
    return failed("it has no keys such as colors or spinner");
  const at = (path: readonly PropertyKey[]): string =>
    `line ${lineOf(document, counter, path)}: "${path.map(String).join(".")}"`;
  const checked = form.safeParse(tree, { jitless: true });
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return failed(`${at(issue?.path ?? [])} ${said(issue)}`);
  }
  const { colors = {}, spinner = {}, branding = {}, ...rest } = checked.data;
  const skin: Skin = {
    ...{ name, description: rest.description ?? "Your own.", background: rest.background },
    colors: colors as Readonly<Partial<Record<ColorRole, string | undefined>>>, // Its keys are the roles.
    ...{ spinner, branding, toolPrefix: rest.tool_prefix },
    ...{ toolEmojis: rest.tool_emojis ?? {}, banner: rest.banner },
  };
  const warnings = unknownKeys(tree).map(({ path, near }) => {
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    return cleanText(`${at(path)} is unknown.${hint}`);
  });
  return { ok: true, parsed: { skin, base: rest.extends ?? "default", warnings } };
}

function failed(problem: string): ParseSkinResult {
  return { ok: false, problem: cleanText(problem) };
}

function said(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "invalid_type") return `is no ${issue.expected}`;
  return issue?.message ?? "is not understood";
}

/** Undefined where it can't be had: aliases that grow, a key that is no text. */
function asData(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: 50 });
  } catch {
    return undefined;
  }
}

const sections: Readonly<Record<string, readonly string[]>> = {
  "": Object.keys(form.shape),
  colors: colorRoles,
  spinner: ["faces", "verbs"],
  branding: ["name", "prompt"],
};

function unknownKeys(
  tree: unknown,
): readonly { readonly path: string[]; readonly near: string | undefined }[] {
  return Object.entries(sections).flatMap(([section, known]) => {
    const part = section === "" ? tree : Object(tree)[section];
    return Object.keys(Object(part))
      .filter((key) => !known.includes(key))
      .slice(0, 10)
      .map((key) => ({ path: section === "" ? [key] : [section, key], near: nearest(key, known) }));
  });
}

function lineOf(document: Document, counter: LineCounter, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const node: unknown = document.getIn(path.slice(0, length), true);
    if (typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range))
      return counter.linePos(Number(node.range[0])).line;
  }
  return 1;
}
