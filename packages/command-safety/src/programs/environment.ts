import { isWorkspaceOrScratch } from "../paths/judge-path.ts";
import type { CommandContext } from "../command-context.ts";
import { UNKNOWN } from "../shell/unknown.ts";

/** Variables whose value is a command that some program runs, or code that it loads. */
const runsCode =
  /^(PAGER|\w+_PAGER|MANPAGER|EDITOR|VISUAL|\w+_EDITOR|BROWSER|GIT_SSH|GIT_SSH_COMMAND|GIT_PROXY_COMMAND|GIT_EXTERNAL_DIFF|\w+_ASKPASS|RSYNC_RSH|LESSOPEN|LESSCLOSE|PROMPT_COMMAND|RUSTC_WRAPPER|LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONHOME|PERL5DB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_EXEC_PATH|GIT_TEMPLATE_DIR|GIT_CONFIG\w*|ZDOTDIR|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|INPUTRC|VIMINIT|TAR_OPTIONS|NODE_PATH|LD_LIBRARY_PATH|DYLD_\w*PATH|PERL5LIB|RUBYLIB|CLASSPATH)$/;
const plainValues =
  /^(|\/dev\/null|cat|less( -\w+)*|more|most|bat|delta|true|:|false|vi|vim|nvim|nano|emacs|ed|code( --?w(ait)?)?|subl -w|micro|hx|echo|ssh( -(i|p|F) [\w./~-]+)*|sccache|ccache|firefox|chromium|none)$/;
/** Options that make an interpreter load a file before its program. */
const loads = /(^|\s)(-r|--require|--import|--loader|--experimental-loader|-I|-M|-m)|\uFFFF/;

/** Judges one `NAME=value`: does it steer what other programs do? */
export function judgeEnvironment(name: string, value: string, context: CommandContext): void {
  if (/^HERMES_(YOLO|ACCEPT|APPROV|PERMISSION|REDACT|SECURITY)\w*$/i.test(name))
    context.ask("hermes.settings", `${name} changes what Hermes asks about.`);
  else if (
    runsCode.test(name)
      ? !plainValues.test(value.trim())
      : /^(NODE_OPTIONS|RUBYOPT|PERL5OPT)$/.test(name) && loads.test(value)
  )
    context.ask("environment.loads-code", `${name} makes other programs run or load "${value}".`);
  else if (name === "PATH") judgePath(value, context);
  else if (/^PS[0-4]$/.test(name) && /\$\(|`/.test(value)) context.script(`: "${value.replaceAll('"', "")}"`);
}

function judgePath(value: string, context: CommandContext): void {
  const strange = value.split(":").find((entry) => entry !== UNKNOWN && !isUsualFolder(entry, context));
  if (strange !== undefined)
    context.ask("environment.path", `PATH would find programs in "${strange}" first or as well.`);
}

function isUsualFolder(entry: string, context: CommandContext): boolean {
  const { places } = context;
  if (entry.includes(UNKNOWN)) return /^[^\uFFFF]*\uFFFF(\/[\w.-]+)*\/[\w.-]*bin$/.test(entry);
  if (/^\/(usr\/(local\/)?)?s?bin$|^\/(opt|usr\/local|snap|nix)\//.test(entry)) return true;
  const path = context.resolve(entry) ?? "";
  if (!entry.startsWith("/"))
    return (
      /(^|\/)(node_modules\/\.bin|\.?venv\/bin|.+\/bin)$/.test(entry) && isWorkspaceOrScratch(path, places)
    );
  return (
    [places.homedir, places.workspace].some((root) => path.startsWith(`${root}/`)) &&
    /bin$|scripts$|\/shims$/.test(path)
  );
}
