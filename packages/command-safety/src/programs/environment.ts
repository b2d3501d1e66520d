import { isOwnGround } from "../paths/judge-path.ts";
import type { Desk } from "../desk.ts";
import { isKnown, UNKNOWN } from "../shell/unknown.ts";

/** Variables whose value is a command that some program runs. */
const programVariables =
  /^(PAGER|\w+_PAGER|MANPAGER|EDITOR|VISUAL|\w+_EDITOR|BROWSER|GIT_SSH|GIT_SSH_COMMAND|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|GIT_ASKPASS|SSH_ASKPASS|SUDO_ASKPASS|RSYNC_RSH|CVS_RSH|SVN_SSH|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|TAR_COMPRESS|MAILER|RIPGREP_CONFIG_PATH|npm_config_script_shell|NPM_CONFIG_SCRIPT_SHELL|RUSTC_WRAPPER)$/;

const harmlessPrograms =
  /^(|cat|less( -\w+)*|more|most|bat|delta|true|:|false|vi|vim|nvim|nano|emacs|ed|code( --?w(ait)?)?|subl -w|micro|hx|echo|ssh|ssh( -(i|p|F) [\w./~-]+)+|sccache|ccache|firefox|chromium|w3m|lynx|none)$/;

/** Variables that make a program load code; the value decides nothing. */
const loaders =
  /^(LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONHOME|PERL5DB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GCONV_PATH|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG_(KEY|VALUE)_\d+|GIT_CONFIG(_GLOBAL|_SYSTEM|_PARAMETERS)?|ZDOTDIR|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|BASH_LOADABLES_PATH|INPUTRC|PYTHONINSPECT|PYTHONBREAKPOINT|OPENSSL_CONF|OPENSSL_MODULES|GTK_MODULES|VIMINIT|EXINIT|MAVEN_OPTS_EXTRA|COR_PROFILER|DOTNET_STARTUP_HOOKS|ELECTRON_RUN_AS_NODE|TAR_OPTIONS|LUA_INIT\w*|PHPRC|PHP_INI_SCAN_DIR|R_PROFILE\w*|JULIA_LOAD_PATH|NODE_PATH|GIT_DIR_HOOKS)$/;

/** Lists of folders that code is loaded from. */
const searchPaths =
  /^(LD_LIBRARY_PATH|DYLD_\w*PATH|PERL5LIB|PERLLIB|RUBYLIB|PYTHONPATH|CLASSPATH|LUA_C?PATH|GEM_PATH|GEM_HOME)$/;

/** Options that make an interpreter load a file before its program. */
const loadingOptions =
  /(^|\s)(-r|--require|--import|--loader|--experimental-loader|--env-file|-I|-M|-m|-javaagent:|-agentpath:|-agentlib:)|--inspect(-brk)?=0\.0\.0\.0/;

const secretName = /(KEY|TOKEN|SECRET|PASSW(OR)?D|CREDENTIALS?)$/i;

/** Variables of the environment in the words of a program that prints them. */
export function judgeShownVariables(program: string, names: readonly string[], desk: Desk): void {
  const secret = names.find((name) => secretName.test(name));
  if (secret !== undefined && /^(echo|printf|printenv|cat|tee)$/.test(program))
    desk.ask("credentials.shown", `It shows the value of ${secret}.`);
}

/** Judges one `NAME=value`: does it steer what other programs do? */
export function judgeEnvironment(name: string, value: string, desk: Desk): void {
  if (programVariables.test(name)) judgeProgramVariable(name, value, desk);
  else if (loaders.test(name)) {
    if (value !== "" && value !== "/dev/null")
      desk.ask("environment.loads-code", `${name} makes other programs load code: ${value}.`);
  } else if (/^(NODE_OPTIONS|RUBYOPT|PERL5OPT|DENO_OPTIONS|BUN_OPTIONS)$/.test(name)) {
    if (loadingOptions.test(value) || !isKnown(value))
      desk.ask("environment.loads-code", `${name} makes programs load code: ${value}.`);
  } else if (name === "PATH") judgePath(value, desk);
  else if (searchPaths.test(name)) judgeSearchPath(name, value, desk);
  else if (/^PS[0-4]$/.test(name) && /[$`]/.test(value)) {
    if (/\$\(|`/.test(value)) desk.script(`: "${value.replaceAll('"', "")}"`);
  } else judgeSettings(name, value, desk);
}

function judgeProgramVariable(name: string, value: string, desk: Desk): void {
  if (harmlessPrograms.test(value.trim())) return;
  desk.ask("environment.program", `${name} makes other programs run "${value}".`);
  if (isKnown(value)) desk.script(value.replace(/^\|-?/, ""));
}

function judgePath(value: string, desk: Desk): void {
  const strange = value.split(":").find((entry) => entry !== UNKNOWN && !isUsualFolder(entry, desk));
  if (strange !== undefined)
    desk.ask("environment.path", `PATH would find programs in "${strange}" first or as well.`);
}

function isUsualFolder(entry: string, desk: Desk): boolean {
  const { places } = desk;
  if (entry.includes(UNKNOWN)) return /^[^\uFFFF]*\uFFFF(\/[\w.-]+)+$/.test(entry) && /bin$/.test(entry);
  if (/^\/(usr\/(local\/)?)?s?bin$|^\/(opt|usr\/local|snap|nix)\//.test(entry)) return true;
  const path = desk.resolve(entry) ?? "";
  if (!entry.startsWith("/"))
    return (
      /(^|\/)(node_modules\/\.bin|bin|\.venv\/bin|venv\/bin)$/.test(entry) &&
      entry !== "bin" &&
      isOwnGround(path, places)
    );
  return (
    (path.startsWith(`${places.homedir}/`) || path.startsWith(`${places.workspace}/`)) &&
    /bin$|scripts$|\/shims$/.test(path)
  );
}

function judgeSearchPath(name: string, value: string, desk: Desk): void {
  const strange = value
    .split(":")
    .filter((entry) => entry !== "" && entry !== UNKNOWN)
    .find((entry) => {
      const path = desk.resolve(entry);
      const { workspace } = desk.places;
      return path === undefined || !(path === workspace || path.startsWith(`${workspace}/`));
    });
  if (strange !== undefined)
    desk.ask("environment.loads-code", `${name} makes programs load code from "${strange}".`);
}

function judgeSettings(name: string, value: string, desk: Desk): void {
  if (/^HIST(FILE|SIZE|FILESIZE|CONTROL|IGNORE)$/.test(name) && /^(|0|\/dev\/null|\*|ignore\w*)$/.test(value))
    desk.ask("traces.history", "It keeps the shell from recording what is typed.");
  else if (/^HERMES_(YOLO|ACCEPT|APPROV|PERMISSION|REDACT|SECURITY)\w*$/i.test(name))
    desk.ask("hermes.settings", `${name} changes what Hermes asks about.`);
  else if (
    /^(NODE_TLS_REJECT_UNAUTHORIZED|GIT_SSL_NO_VERIFY|PYTHONHTTPSVERIFY)$/.test(name) &&
    value !== "" &&
    value !== (name.startsWith("GIT") ? "0" : "1")
  )
    desk.ask("network.unverified", `${name} turns off the check of who is at the other end.`);
  else if (
    /^(npm_config_registry|NPM_CONFIG_REGISTRY|PIP_INDEX_URL|PIP_EXTRA_INDEX_URL|UV_INDEX_URL|GOPROXY|DOCKER_HOST)$/.test(
      name,
    ) &&
    !/^(https:\/\/(registry\.npmjs\.org|pypi\.org|proxy\.golang\.org)|direct|off|unix:)/.test(value)
  )
    desk.ask("package.source", `${name} takes packages or services from ${value}.`);
}
