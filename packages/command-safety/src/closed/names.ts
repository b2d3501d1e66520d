/** Variables that are data to every program: none of them names a program, a file or a place. */
const plainNames =
  /^(LANG|LANGUAGE|LC_\w+|TZ|CI|NODE_ENV|NO_COLOR|FORCE_COLOR|CLICOLOR(_FORCE)?|COLUMNS|LINES|PYTHONDONTWRITEBYTECODE|PYTHONUNBUFFERED|PYTHONHASHSEED|PYTHONIOENCODING|PYTHONUTF8|RUST_LOG|RUST_BACKTRACE|CARGO_TERM_COLOR|CARGO_INCREMENTAL|DEBUG|VERBOSE|LOG_LEVEL|GOOS|GOARCH|CGO_ENABLED|GO111MODULE|PORT|HOST|RAILS_ENV|RACK_ENV|APP_ENV|FLASK_ENV|DJANGO_DEBUG|MIX_ENV|GIT_TERMINAL_PROMPT|GIT_OPTIONAL_LOCKS|npm_config_(loglevel|yes|audit|fund|progress)|DEBIAN_FRONTEND|HUSKY|TERM|SOURCE_DATE_EPOCH)$/;

/** Names that a program may read from its environment in lower case. */
const readInLowerCase = /^(npm|pnpm|yarn|pip|uv)_|_proxy$/i;

/** Whether a variable that is given to programs is data for all of them. */
export function isPlainName(name: string): boolean {
  return plainNames.test(name);
}

/**
 * Whether a variable of the shell stays within it. What programs and shells themselves read is written in capitals, and
 * may have been exported before.
 */
export function isShellName(name: string): boolean {
  return plainNames.test(name) || (/^[a-z_]\w*$/.test(name) && name !== "_" && !readInLowerCase.test(name));
}
