import type { Environment } from "@hermes/registry";

export interface ChildEnvironmentOptions {
  /** Names to hand on although they are not on the list of the harmless, such as `DATABASE_URL`. */
  readonly passThrough?: readonly string[] | undefined;
  /** Names that are never handed on, not even by `passThrough`. Undefined: what looks like a secret and is not passed through on purpose. */
  readonly isSecretName?: ((name: string) => boolean) | undefined;
}

/**
 * What a child process gets to see of an environment: variables that are known to be harmless, and those that were
 * named on purpose. Everything else stays here, so that a key under an unusual name does not get out.
 */
export function childEnvironment(
  env: Environment,
  options: ChildEnvironmentOptions = {},
): Record<string, string> {
  const passThrough = new Set(options.passThrough);
  const isSecretName =
    options.isSecretName ?? ((name: string) => looksLikeSecretName(name) && !passThrough.has(name));
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || !isVariableName(name) || isOurs(name)) continue;
    const wanted = passThrough.has(name) || (isHarmlessName(name) && !holdsCredentials(value));
    if (wanted && !isSecretName(name)) result[name] = value;
  }
  return result;
}

/** Whether a variable's name suggests that its value must be kept from others. */
export function looksLikeSecretName(name: string): boolean {
  return /KEY(?!BOARD|MAP|RING_CONTROL)|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|_PASS$|_PAT$|(^|_)AUTH$|COOKIE|PRIVATE/i.test(
    name,
  );
}

/** Names that a POSIX shell can hold. */
export function isVariableName(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
}

/** Not even by name: nothing but this program needs them. */
function isOurs(name: string): boolean {
  return name.startsWith("HERMES_") || name === "SUDO_PASSWORD";
}

function isHarmlessName(name: string): boolean {
  return harmlessNames.has(name) || harmlessPrefixes.some((prefix) => name.startsWith(prefix));
}

/** An address such as `http://user:password@proxy`. */
function holdsCredentials(value: string): boolean {
  return /:\/\/[^/@\s]+:[^/@\s]+@/.test(value);
}

const harmlessNames: ReadonlySet<string> = new Set(
  [
    "PATH HOME USER LOGNAME SHELL LANG LANGUAGE TZ TERM TERMINFO COLORTERM NO_COLOR FORCE_COLOR COLUMNS LINES",
    "TMPDIR TMP TEMP DISPLAY WAYLAND_DISPLAY SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS",
    "EDITOR VISUAL PAGER MANPATH INFOPATH LS_COLORS LESS CI",
    "HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy",
    "SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS GIT_SSL_CAINFO",
    "LD_LIBRARY_PATH DYLD_LIBRARY_PATH LIBRARY_PATH CPATH C_INCLUDE_PATH CPLUS_INCLUDE_PATH PKG_CONFIG_PATH",
    "CC CXX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS AR LD MAKEFLAGS CMAKE_PREFIX_PATH",
    "NODE_ENV NODE_PATH NVM_DIR NVM_BIN FNM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR COREPACK_HOME",
    "PYTHONPATH PYTHONHOME PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE PYENV_ROOT VIRTUAL_ENV POETRY_HOME",
    "JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME ANDROID_HOME ANDROID_SDK_ROOT",
    "GOPATH GOROOT GOBIN GOCACHE GOMODCACHE GOPROXY GOFLAGS CARGO_HOME RUSTUP_HOME RUSTUP_TOOLCHAIN",
    "GEM_HOME GEM_PATH RBENV_ROOT DOTNET_ROOT DOCKER_HOST DOCKER_CONTEXT KUBECONFIG DEBIAN_FRONTEND",
  ].flatMap((line) => line.split(" ")),
);

const harmlessPrefixes: readonly string[] = [
  "LC_",
  "XDG_",
  "CONDA_",
  "HOMEBREW_",
  "NIX_",
  "GIT_AUTHOR_",
  "GIT_COMMITTER_",
];
