import { dirname, isAbsolute, join } from "node:path";
import { contains, harmlessDevices, isWorkspaceOrScratch, projectSecrets } from "@hermes/command-safety";
import type { Places } from "@hermes/command-safety";

/**
 * Files of a project that something reads by itself later: services that run what is pushed, git, package managers, editors,
 * shells, and agents.
 */
const persistencePaths: readonly RegExp[] = [
  /(^|\/)\.git\/(modules\/.+\/)?(hooks(\/|$)|config|info(\/|$))/i,
  /(^|\/)\.git$/i,
  /(^|\/)\.(github|gitlab|gitea|forgejo|circleci|buildkite|husky|githooks|lefthook)(\/|$)/i,
  /(^|\/)(\.gitlab-ci\.yml|\.travis\.yml|\.drone\.yml|\.woodpecker\S*|jenkinsfile|(azure|bitbucket)-pipelines\.yml|appveyor\.yml)$/i,
  /(^|\/)(\.pre-commit-config\.yaml|\.?lefthook\.ya?ml|\.lintstagedrc\S*|\.overcommit\.yml|\.gitmodules)$/i,
  /(^|\/)(agents|claude|claude\.local|gemini|hermes|\.hermes|soul|copilot-instructions)\.md$/i,
  /(^|\/)(\.cursorrules|\.windsurfrules|\.clinerules\S*|\.roorules\S*|\.aider\S*|\.?mcp\.json)$/i,
  /(^|\/)\.(cursor|windsurf|claude|codex|gemini|hermes|agents?|opencode|continue|roo|kiro|skills|clinerules)(\/|$)/i,
  /(^|\/)\.(vscode|idea|zed|fleet|devcontainer|cargo|direnv|mise)(\/|$)/i,
  /\.code-workspace$/i,
  /(^|\/)(\.env\S*|\.envrc|\.npmrc|\.yarnrc\S*|\.pnpmfile\.c?js|bunfig\.toml|pip\.conf|\.pypirc|\.?mise\.toml|\.tool-versions)$/i,
  /(^|\/)\.(bashrc|bash_\w+|profile|zshrc|zshenv|zprofile|inputrc|vimrc|exrc|gvimrc|nvim\.lua|gdbinit|lldbinit|dir-locals\.el|rprofile|netrc|curlrc|wgetrc|gitconfig)$/i,
  /(^|\/)(sitecustomize|usercustomize)\.py$|\.pth$/i,
];

/** Whether something reads a file by itself later, or it lies beyond the work. */
export function isPersistencePath(path: string, places: Places): boolean {
  if (harmlessDevices.test(path)) return false;
  if (!isWorkspaceOrScratch(path, places)) return true;
  const root = [places.workspace, ...(places.extraRoots ?? [])].find((each) => contains(each, path));
  const inside = root === undefined ? path : path.slice(root.length);
  return persistencePaths.some((pattern) => pattern.test(inside));
}

/** Files of the machine that hold nothing of a person. */
const ofMachine =
  /^\/(?:usr|bin|sbin|lib\d*|opt|nix|System|Library|Applications)(\/|$)|^\/(?:etc\/(?:os-release|lsb-release|debian_version|hosts|hostname|resolv\.conf|localtime|timezone|shells|services|protocols|ssl\/certs)|proc\/(?:cpuinfo|meminfo|version|loadavg|uptime|stat|filesystems|mounts))/;

/** Whether reading a path shows what is the person's own business: what lies beyond the work, and keys within it. */
export function isPrivate(path: string, places: Places): boolean {
  if (harmlessDevices.test(path) || ofMachine.test(path)) return false;
  if (projectSecrets.test(path)) return true;
  return !isWorkspaceOrScratch(path, places) && !isOfHermes(path, places);
}

/** Whether the person has named a path, or a folder around it below their home, in their own words. */
export function isNamedPath(path: string, { homedir }: Places, person: readonly string[]): boolean {
  for (let at = path; at !== homedir && at !== "/"; at = dirname(at)) {
    const forms = at.startsWith(`${homedir}/`) ? [at, `~${at.slice(homedir.length)}`] : [at];
    if (forms.some((form) => person.some((text) => standsIn(form, text)))) return true;
  }
  return false;
}

function standsIn(path: string, text: string): boolean {
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const ends = /^\/?(?:[\s"'`,;:!?)\]}]|\.(?:\s|$)|$)/.test(
      text.slice(at + path.length, at + path.length + 3),
    );
    if (ends && !/[\w/~.-]/.test(text[at - 1] ?? " ")) return true;
  }
  return false;
}

/** A word of a command as a path. */
export function absolute(word: string, cwd: string, homedir: string): string {
  if (word === "~" || word.startsWith("~/")) return homedir + word.slice(1);
  return isAbsolute(word) ? word : join(cwd, word);
}

/** Large results, and skills: what the model was given to read. */
function isOfHermes(path: string, { home }: Places): boolean {
  return ["results", "skills"].some((name) => contains(`${home}/${name}`, path));
}

/** What a package.json has that package managers run by themselves, as a text to compare. */
export function scriptsIn(text: string | undefined): string {
  try {
    const {
      scripts,
      bin,
      "lint-staged": staged,
      "simple-git-hooks": hooks,
    }: Readonly<Record<string, unknown>> = JSON.parse(text ?? "{}");
    return JSON.stringify([scripts, bin, staged, hooks]);
  } catch {
    // One that can't be read runs nothing.
    return "";
  }
}

export function isPackageFile(path: string): boolean {
  return /(^|\/)package\.json$/.test(path);
}
