import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { findNearest, replaceText } from "@hermes/patch";
import { formatSkillProblem } from "../format/skill-problem.ts";
import { readAndValidate } from "../format/validate-skill.ts";
import type { ListedSkill, SkillLibrary } from "../library/open-skills.ts";
import { hasLink, look, resolveInside } from "../library/safe-path.ts";
import { refused } from "./skill-change.ts";
import type { RefusedChange, SkillChange } from "./skill-change.ts";

/** What will be written, worked out before anything is. */
export interface PlannedChange {
  readonly ok: true;
  readonly name: string;
  /** The skill's folder, there or to be made. */
  readonly folder: string;
  /** Undefined for a deletion. */
  readonly file: string | undefined;
  /** Undefined: the file, or the whole skill, goes. */
  readonly content: string | undefined;
  /** What the file held when this was worked out. */
  readonly before: string | undefined;
  readonly matches?: number | undefined;
  readonly warnings: readonly string[];
}

const supportFolders: readonly string[] = ["references", "templates", "scripts", "assets"];
const maxSupportBytes = 1_048_576;
/** Lower-case, so that two names are never one folder. */
const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/;

/** Works a change out, or says why it can't be made. Reads, and writes nothing. */
export async function planChange(
  library: SkillLibrary,
  change: SkillChange,
): Promise<PlannedChange | RefusedChange> {
  if (change.action === "create") return await planCreate(library, change);
  const found = await ownSkill(library, change.name);
  if (!found.ok) return found;
  switch (change.action) {
    case "edit":
      return skillFilePlan(found.skill, change.content);
    case "patch":
      return planPatch(found.skill, change);
    case "delete":
      return await planDelete(library, found.skill, change.absorbedInto);
    case "write_file":
      return supportFilePlan(found.skill, change.filePath, change.content);
    case "remove_file":
      return planRemove(found.skill, change.filePath);
  }
}

async function planCreate(
  library: SkillLibrary,
  { name, content, category }: Extract<SkillChange, { action: "create" }>,
): Promise<PlannedChange | RefusedChange> {
  if (!namePattern.test(name)) {
    return refused(`"${name}" can't be a skill's name.`, {
      hint: "Use lower-case letters, digits and hyphens, at most 64, such as deploy-to-staging.",
    });
  }
  const parts = category === undefined || category === "" ? [] : category.split("/");
  if (parts.length > 3 || parts.some((part) => !namePattern.test(part))) {
    return refused(`"${category}" can't be a category.`, {
      hint: "Use one to three names with slashes between them, such as devops or devops/docker.",
    });
  }
  const known = await library.find(name, { all: true });
  if (known.ok && known.skill.name === name) {
    return refused(`There is a skill "${name}" already (${known.skill.source}).`, {
      problem: "taken",
      hint: "Change it with action patch, or choose another name.",
    });
  }
  const { user } = library.folders;
  const folder = join(user, ...parts, name);
  if (look(lstatSync, folder) !== undefined)
    return refused(`The folder of "${name}" is there already.`, { hint: "Choose another name." });
  if (hasLink(user, parts.join("/")))
    return refused(`The category "${category}" is a link to another folder.`, {
      hint: "Choose another category.",
    });
  return checkedSkill({ name, folder, file: "SKILL.md", content, before: undefined });
}

type Own = { readonly ok: true; readonly skill: ListedSkill } | RefusedChange;

/** Only what an agent or its person made in the home is an agent's to change. */
async function ownSkill(library: SkillLibrary, name: string): Promise<Own> {
  const found = await library.find(name, { all: true });
  if (!found.ok)
    return refused(found.reason, {
      hint:
        found.suggestions.length === 0
          ? "Look with skills_list."
          : `Did you mean: ${found.suggestions.join(", ")}?`,
    });
  const { skill } = found;
  if (!skill.editable) {
    const whose = {
      bundled: "came with Hermes",
      hub: "was installed",
      project: "belongs to the project",
      user: "lies in a folder that is only read",
    }[skill.source];
    return refused(`The skill "${skill.name}" ${whose}; only the person changes it.`, {
      hint: "They can edit it by hand. You may create a skill of another name.",
    });
  }
  const below = relative(library.folders.user, skill.path).replaceAll("\\", "/");
  if (hasLink(library.folders.user, below))
    return refused(`The skill "${skill.name}" lies behind a link; only the person changes it.`, {
      hint: "They can edit it by hand.",
    });
  return { ok: true, skill };
}

function skillFilePlan(skill: ListedSkill, content: string): PlannedChange | RefusedChange {
  const { name, folder, path } = skill;
  return checkedSkill({ name, folder, file: basename(path), content, before: readFileSync(path, "utf8") });
}

interface SkillText {
  readonly name: string;
  readonly folder: string;
  readonly file: string;
  readonly content: string;
  readonly before: string | undefined;
}

/** The front matter is checked again after every change. */
function checkedSkill({ name, folder, file, content, before }: SkillText): PlannedChange | RefusedChange {
  const { fields, problems } = readAndValidate(content, { folder: name });
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0 || fields.name !== name) {
    return refused("The text of SKILL.md is not valid; nothing was written.", {
      hint: `It begins with front matter (name: ${name}, description) between two --- lines, then the instructions.`,
      details: { problems: (errors.length > 0 ? errors : problems).map(formatSkillProblem) },
    });
  }
  return { ok: true, name, folder, file, content, before, warnings: problems.map(formatSkillProblem) };
}

function planPatch(
  skill: ListedSkill,
  change: Extract<SkillChange, { action: "patch" }>,
): PlannedChange | RefusedChange {
  const { filePath = "SKILL.md", oldString, newString, replaceAll = false } = change;
  const place =
    filePath === "SKILL.md" ? { ok: true as const, path: skill.path } : supportPath(skill, filePath);
  if (!place.ok) return place;
  if (!existsSync(place.path))
    return refused(`The skill "${skill.name}" has no file "${filePath}".`, {
      hint: "Make it with action write_file.",
    });
  const text = readFileSync(place.path, "utf8");
  const result = replaceText({ text, old: oldString, new: newString, all: replaceAll });
  if (!result.ok) return patchRefused(result, { text, oldString, filePath });
  const planned =
    filePath === "SKILL.md"
      ? skillFilePlan(skill, result.text)
      : supportFilePlan(skill, filePath, result.text);
  return planned.ok ? { ...planned, matches: result.count } : planned;
}

export function patchRefused(
  result: Extract<ReturnType<typeof replaceText>, { ok: false }>,
  {
    text,
    oldString,
    filePath,
  }: { readonly text: string; readonly oldString: string; readonly filePath: string },
): RefusedChange {
  switch (result.reason) {
    case "ambiguous":
      return refused(`old_string is in ${filePath} ${result.count} times.`, {
        hint: "Give more of the lines around it, or set replace_all.",
        details: { matches: result.count, lines: result.lines },
      });
    case "no-change":
      return refused("The change comes to nothing: old_string and new_string are the same.");
    case "empty":
      return refused("old_string is empty.", { hint: "Give the text to replace." });
    default: {
      const near = findNearest(text, oldString);
      return refused(`old_string is not in ${filePath}.`, {
        hint: "Take the text as it stands in the file.",
        details:
          near === undefined
            ? { preview: text.slice(0, 500) }
            : { nearest: { lines: [near.startLine, near.endLine], text: near.text } },
      });
    }
  }
}

async function planDelete(
  library: SkillLibrary,
  skill: ListedSkill,
  absorbedInto: string | undefined,
): Promise<PlannedChange | RefusedChange> {
  if (absorbedInto !== undefined && absorbedInto !== "") {
    const heir = await library.find(absorbedInto);
    if (!heir.ok || heir.skill.name === skill.name)
      return refused(`absorbed_into names "${absorbedInto}", which is not another skill.`);
  }
  return {
    ok: true,
    name: skill.name,
    folder: skill.folder,
    file: undefined,
    content: undefined,
    before: undefined,
    warnings: [],
  };
}

function planRemove(skill: ListedSkill, filePath: string): PlannedChange | RefusedChange {
  const place = supportPath(skill, filePath);
  if (!place.ok) return place;
  if (statSync(place.path, { throwIfNoEntry: false })?.isFile() !== true)
    return refused(`The skill "${skill.name}" has no file "${filePath}".`);
  return {
    ok: true,
    name: skill.name,
    folder: skill.folder,
    file: filePath,
    content: undefined,
    before: readFileSync(place.path, "utf8"),
    warnings: [],
  };
}

function supportFilePlan(
  skill: ListedSkill,
  filePath: string,
  content: string,
): PlannedChange | RefusedChange {
  const place = supportPath(skill, filePath);
  if (!place.ok) return place;
  const bytes = Buffer.byteLength(content);
  if (bytes > maxSupportBytes)
    return refused(`The file would have ${bytes} bytes; ${maxSupportBytes} are allowed.`);
  const found = statSync(place.path, { throwIfNoEntry: false });
  if (found !== undefined && !found.isFile()) return refused(`"${filePath}" is a folder.`);
  const before = found === undefined ? undefined : readFileSync(place.path, "utf8");
  return { ok: true, name: skill.name, folder: skill.folder, file: filePath, content, before, warnings: [] };
}

type Place = { readonly ok: true; readonly path: string } | RefusedChange;

function supportPath(skill: ListedSkill, filePath: string): Place {
  const [top = "", ...rest] = filePath.split("/");
  if (
    !supportFolders.includes(top) ||
    rest.join("") === "" ||
    rest.some((part) => part === "" || part === ".")
  ) {
    return refused(`"${filePath}" can't be a support file.`, {
      hint: `Support files lie below ${supportFolders.map((name) => `${name}/`).join(", ")}.`,
    });
  }
  const place = resolveInside(skill.folder, filePath);
  if (!place.ok) return refused(place.reason);
  return hasLink(skill.folder, filePath) ? refused(`"${filePath}" leads over a link.`) : place;
}
