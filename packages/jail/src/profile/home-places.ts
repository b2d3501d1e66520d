/*
 * Places below a home folder, and where an environment may move them. A row is a path, and the variable that holds another
 * path in its place. `.config/`, `.cache/` and `.local/share/` are also looked for where the XDG variables say.
 */

export interface HomePlace {
  readonly path: string;
  /** Holds a path that is used as well. */
  readonly variable?: string | undefined;
  /** Below what the variable holds. */
  readonly within?: string | undefined;
  /** Makes the folder when it is used for the first time. */
  readonly program?: string | undefined;
}

const at = (...paths: readonly string[]): readonly HomePlace[] => paths.map((path) => ({ path }));

/** Credentials, and what was typed. Hidden. */
export const credentialPlaces: readonly HomePlace[] = [
  // Keys for logging in, signing and encrypting, and the agents that hold them.
  ...at(
    ".ssh",
    ".pki",
    ".config/sops",
    ".config/age",
    ".config/op",
    ".config/Bitwarden CLI",
    ".config/Bitwarden",
  ),
  { path: ".gnupg", variable: "GNUPGHOME" },
  ...at(".1password", ".bitwarden-ssh-agent.sock", ".screen", ".emacs.d/server", ".local/share/wezterm"),
  { path: ".password-store", variable: "PASSWORD_STORE_DIR" },
  ...at(
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".local/share/gopass",
    ".config/gopass",
    ".config/rbw",
  ),
  ...at(".local/share/rbw", ".config/keepassxc", ".lastpass", ".step", ".config/step", "Library/Keychains"),
  { path: ".Xauthority", variable: "XAUTHORITY" },
  { path: ".ICEauthority", variable: "XDG_RUNTIME_DIR" },
  { path: ".krb5", variable: "KRB5CCNAME" },
  // Clouds, clusters and hosts.
  ...at(".aws", ".oci", ".aliyun", ".bluemix", ".s3cfg", ".boto", ".fly", ".vercel", ".netlify", ".railway"),
  { path: ".aws/credentials", variable: "AWS_SHARED_CREDENTIALS_FILE" },
  { path: ".azure", variable: "AZURE_CONFIG_DIR" },
  { path: ".config/gcloud", variable: "CLOUDSDK_CONFIG" },
  { path: ".gcp", variable: "GOOGLE_APPLICATION_CREDENTIALS" },
  { path: ".kube", variable: "KUBECONFIG" },
  ...at(".config/doctl", ".config/hcloud", ".config/heroku", ".config/rclone", ".config/linode-cli"),
  ...at(".config/scw", ".config/ngrok", ".ngrok2", ".cloudflared", ".wrangler", ".config/.wrangler"),
  ...at(".local/share/com.vercel.cli", ".config/netlify", ".config/configstore", ".pulumi/credentials.json"),
  ...at(".terraform.d/credentials.tfrc.json", ".terraformrc", ".vault-token", ".databrickscfg", ".snowsql"),
  ...at(".snowflake", ".ansible/vault", ".config/tailscale", ".config/wireguard", ".minikube", ".talos"),
  // Sources of code.
  ...at(".git-credentials", ".config/git/credentials", ".config/hub", ".config/glab-cli", ".config/tea"),
  ...at(".config/github-copilot", ".config/jj/credentials", ".subversion/auth", ".gitcookies", ".hgrc"),
  { path: ".config/gh", variable: "GH_CONFIG_DIR" },
  { path: ".netrc", variable: "NETRC" },
  ...at("_netrc", ".authinfo", ".authinfo.gpg"),
  // Registries of packages and images.
  { path: ".npmrc", variable: "npm_config_userconfig" },
  { path: ".config/npm/npmrc", variable: "NPM_CONFIG_USERCONFIG" },
  ...at(".config/pnpm/rc", ".config/pnpm/auth.ini", ".yarnrc.yml", ".bunfig.toml", ".pypirc", ".config/pip"),
  ...at(".pip/pip.conf", ".config/pypoetry/auth.toml", ".local/share/uv/credentials", ".condarc"),
  { path: ".cargo/credentials", variable: "CARGO_HOME", within: "credentials" },
  { path: ".cargo/credentials.toml", variable: "CARGO_HOME", within: "credentials.toml" },
  ...at(".gem/credentials", ".bundle/config", ".m2/settings.xml", ".m2/settings-security.xml"),
  { path: ".gradle/gradle.properties", variable: "GRADLE_USER_HOME", within: "gradle.properties" },
  ...at(
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".nuget/NuGet/NuGet.Config",
    ".sbt/.credentials",
  ),
  ...at(".ivy2/.credentials", ".hex/hex.config", ".config/containers/auth.json", ".local/share/containers"),
  { path: ".docker/config.json", variable: "DOCKER_CONFIG", within: "config.json" },
  ...at(".docker/run", ".docker/desktop", ".docker/contexts", ".colima", ".lima", ".orbstack"),
  // Data bases, models and other services.
  ...at(".pgpass", ".my.cnf", ".mylogin.cnf", ".config/mongodb", ".dbvis", ".local/share/DBeaverData"),
  ...at(".huggingface/token", ".cache/huggingface/token", ".cache/huggingface/stored_tokens"),
  ...at(".kaggle/kaggle.json", ".wandb", ".config/wandb", ".openai", ".anthropic", ".claude.json"),
  ...at(".claude/.credentials.json", ".codex/auth.json", ".gemini", ".config/io.datasette.llm/keys.json"),
  ...at(
    ".config/Slack",
    ".config/discord",
    ".config/Signal",
    ".config/signal-cli",
    ".local/share/signal-cli",
  ),
  ...at(".local/share/TelegramDesktop", ".purple", ".irssi", ".weechat", ".mutt", ".muttrc", ".msmtprc"),
  ...at(
    ".fetchmailrc",
    ".mbsyncrc",
    ".offlineimaprc",
    ".thunderbird",
    ".config/evolution",
    ".local/share/evolution",
  ),
  // Browsers: cookies and passwords.
  ...at(
    ".mozilla",
    ".config/mozilla",
    ".librewolf",
    ".waterfox",
    ".config/google-chrome",
    ".config/chromium",
  ),
  ...at(
    ".config/google-chrome-beta",
    ".config/google-chrome-unstable",
    ".config/BraveSoftware",
    ".config/opera",
  ),
  ...at(".config/microsoft-edge", ".config/vivaldi", ".local/share/epiphany", ".config/qutebrowser"),
  ...at(".local/share/qutebrowser", "snap/firefox", "snap/chromium", ".var/app", "Library/Cookies"),
  ...at(
    ".cache/mozilla",
    ".cache/google-chrome",
    ".cache/chromium",
    "Library/Application Support/Google/Chrome",
  ),
  ...at("Library/Application Support/Firefox", "Library/Safari", "Library/Application Support/BraveSoftware"),
  // Wallets.
  ...at(".bitcoin", ".ethereum", ".config/solana", ".electrum", ".monero", ".config/Ledger Live"),
  // What was typed.
  { path: ".bash_history", variable: "HISTFILE" },
  ...at(
    ".zsh_history",
    ".zsh_sessions",
    ".sh_history",
    ".ash_history",
    ".histfile",
    ".local/share/fish/fish_history",
  ),
  ...at(".python_history", ".node_repl_history", ".psql_history", ".mysql_history", ".sqlite_history"),
  ...at(
    ".rediscli_history",
    ".irb_history",
    ".lesshst",
    ".viminfo",
    ".local/share/atuin",
    ".local/share/mcfly",
  ),
  ...at(".local/share/recently-used.xbel", ".wget-hsts", ".config/clipit", ".local/share/klipper"),
];

/** What changes toolchains after each installation, and would fail at that. Hidden, so that installing goes on without it. */
export const refreshPlaces: readonly HomePlace[] = [
  {
    path: ".pyenv/pyenv.d/exec/pip-rehash",
    variable: "PYENV_ROOT",
    within: "pyenv.d/exec/pip-rehash",
  },
];

/** Variables that name a socket: the program that listens there runs commands for whoever reaches it. Hidden. */
export const socketVariables: readonly string[] = [
  ...["DOCKER_HOST", "CONTAINER_HOST", "DBUS_SESSION_BUS_ADDRESS", "GPG_AGENT_INFO", "SSH_AUTH_SOCK"],
  ...["VSCODE_IPC_HOOK_CLI", "VSCODE_GIT_IPC_HANDLE", "TMUX", "STY", "NVIM", "NVIM_LISTEN_ADDRESS"],
  ...["KITTY_LISTEN_ON", "WEZTERM_UNIX_SOCKET", "ZELLIJ_SOCKET_DIR", "I3SOCK", "SWAYSOCK", "PULSE_SERVER"],
];

/** Lies among the credentials and holds none. */
export const harmlessPlaces: readonly string[] = [
  ".ssh/known_hosts",
  ".ssh/config",
  ".aws/config",
  ".config/gh/config.yml",
];

/** What package managers and compilers keep, and can fetch or make again. Writable. */
export const cachePlaces: readonly HomePlace[] = [
  { path: ".npm", variable: "npm_config_cache", program: "npm" },
  { path: ".cache/node", variable: "COREPACK_HOME", program: "corepack" },
  { path: ".cache/pnpm", program: "pnpm" },
  { path: ".local/share/pnpm/store", variable: "PNPM_HOME", within: "store", program: "pnpm" },
  { path: ".local/state/pnpm", program: "pnpm" },
  { path: ".cache/yarn", variable: "YARN_CACHE_FOLDER", program: "yarn" },
  { path: ".yarn/berry", program: "yarn" },
  { path: ".bun/install/cache", variable: "BUN_INSTALL_CACHE_DIR", program: "bun" },
  { path: ".cache/deno", variable: "DENO_DIR", program: "deno" },
  ...at(".cache/node-gyp", ".cache/bun", ".cache/typescript", ".cache/turbo", ".cache/swc", ".cache/prisma"),
  { path: ".cache/ms-playwright", variable: "PLAYWRIGHT_BROWSERS_PATH" },
  { path: ".cache/puppeteer", variable: "PUPPETEER_CACHE_DIR" },
  ...at(".cache/Cypress", ".cache/electron", ".cache/electron-builder", ".cache/nx", ".cache/vite"),
  { path: ".cache/pip", variable: "PIP_CACHE_DIR", program: "pip" },
  { path: ".cache/uv", variable: "UV_CACHE_DIR", program: "uv" },
  { path: ".cache/pypoetry", variable: "POETRY_CACHE_DIR", program: "poetry" },
  { path: ".cache/pdm", program: "pdm" },
  { path: ".cache/hatch", program: "hatch" },
  { path: ".cache/pipenv", variable: "PIPENV_CACHE_DIR", program: "pipenv" },
  ...at(".conda/pkgs", ".cache/pyenv", ".cache/matplotlib", ".cache/fontconfig", ".cache/pip-tools"),
  ...at(".cache/pylint", ".cache/black", ".cache/mypy", ".cache/ruff", ".cache/huggingface/hub"),
  ...at(".cache/huggingface/datasets", ".cache/torch"),
  { path: ".cargo/registry", variable: "CARGO_HOME", within: "registry", program: "cargo" },
  { path: ".cargo/git", variable: "CARGO_HOME", within: "git", program: "cargo" },
  { path: ".cargo/.package-cache", variable: "CARGO_HOME", within: ".package-cache" },
  { path: ".cargo/.package-cache-mutate", variable: "CARGO_HOME", within: ".package-cache-mutate" },
  { path: ".cargo/advisory-db", variable: "CARGO_HOME", within: "advisory-db" },
  { path: ".cargo/advisory-dbs", variable: "CARGO_HOME", within: "advisory-dbs" },
  { path: ".cache/sccache", variable: "SCCACHE_DIR", program: "sccache" },
  { path: ".cache/go-build", variable: "GOCACHE", program: "go" },
  { path: "go/pkg", variable: "GOPATH", within: "pkg", program: "go" },
  { path: "go/pkg/mod", variable: "GOMODCACHE" },
  { path: ".cache/golangci-lint", variable: "GOLANGCI_LINT_CACHE", program: "golangci-lint" },
  { path: ".cache/staticcheck", variable: "STATICCHECK_CACHE", program: "staticcheck" },
  { path: ".cache/gopls", program: "gopls" },
  { path: ".gradle/caches", variable: "GRADLE_USER_HOME", within: "caches", program: "gradle" },
  { path: ".gradle/daemon", variable: "GRADLE_USER_HOME", within: "daemon", program: "gradle" },
  { path: ".gradle/native", variable: "GRADLE_USER_HOME", within: "native", program: "gradle" },
  { path: ".gradle/wrapper", variable: "GRADLE_USER_HOME", within: "wrapper", program: "gradle" },
  { path: ".gradle/notifications", variable: "GRADLE_USER_HOME", within: "notifications", program: "gradle" },
  { path: ".gradle/workers", variable: "GRADLE_USER_HOME", within: "workers" },
  { path: ".gradle/.tmp", variable: "GRADLE_USER_HOME", within: ".tmp" },
  { path: ".m2/repository", program: "mvn" },
  ...at(".m2/wrapper", ".ivy2/cache", ".sbt/boot", ".cache/coursier", ".nuget/packages"),
  ...at(".local/share/NuGet", ".cache/composer", ".cache/bazel", ".cache/bazelisk"),
  { path: ".cache/ccache", variable: "CCACHE_DIR", program: "ccache" },
  ...at(".ccache", ".cache/clangd", ".cache/meson"),
  { path: ".cache/zig", variable: "ZIG_GLOBAL_CACHE_DIR", program: "zig" },
];

/** Read by a shell, a desktop or a scheduler by itself. Protected where the home folder is the workspace. */
export const startupPlaces: readonly string[] = [
  ...[
    ".bashrc",
    ".bash_profile",
    ".bash_login",
    ".bash_logout",
    ".bash_aliases",
    ".profile",
    ".zshrc",
    ".zprofile",
  ],
  ...[
    ".zshenv",
    ".zlogin",
    ".zlogout",
    ".kshrc",
    ".cshrc",
    ".config/fish",
    ".config/environment.d",
    ".inputrc",
  ],
  ...[".gitconfig", ".config/git", ".config/systemd", ".local/share/systemd", ".config/autostart"],
  ...[
    ".config/autostart-scripts",
    ".local/share/applications",
    ".xprofile",
    ".xinitrc",
    ".xsession",
    ".xsessionrc",
  ],
  ...[".pam_environment", ".vimrc", ".vim", ".config/nvim", ".emacs", ".emacs.d", ".tmux.conf", ".screenrc"],
  ...[".editrc", ".gdbinit", ".pythonrc", ".local/bin", "bin", ".cargo/bin", ".cargo/config.toml", ".rustup"],
  ...[
    "go/bin",
    ".nvm",
    ".pyenv",
    ".rbenv",
    ".volta",
    ".asdf",
    ".sdkman",
    ".bun/bin",
    ".deno/bin",
    ".local/share/mise",
  ],
  ...["Library/LaunchAgents"],
];

/**
 * Outside the home folder: passwords of the machine, and sockets whose services act for whoever asks. Hidden. Those of a
 * machine that runs are in `/run`, too many to name.
 */
export const systemPlaces: readonly string[] = [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/master.passwd", "/etc/sudoers"],
  ...["/etc/sudoers.d", "/etc/ssl/private", "/etc/krb5.keytab", "/etc/kubernetes", "/var/lib/kubelet"],
  ...["/etc/ssh/ssh_host_rsa_key", "/etc/ssh/ssh_host_ecdsa_key", "/etc/ssh/ssh_host_ed25519_key"],
  ...["/etc/wireguard", "/etc/NetworkManager/system-connections", "/etc/docker/key.json"],
  ...["/run", "/var/lib/incus", "/var/lib/lxd", "/var/snap/lxd", "/var/lib/docker", "/var/lib/containerd"],
  ...["/var/lib/mysql", "/var/lib/postgresql", "/var/lib/sss", "/var/spool/postfix", "/mnt/wslg", "/mnt/wsl"],
  ...["/mnt/c/Users", "/var/spool/cron", "/var/mail", "/var/spool/mail", "/var/backups"],
];

/** Lies among them and is only read: where names are looked up, who is logged in, and programs of NixOS. */
export const harmlessSystemPlaces: readonly string[] = [
  ...["/run/systemd/resolve/resolv.conf", "/run/systemd/resolve/stub-resolv.conf", "/run/resolvconf"],
  ...["/run/NetworkManager/resolv.conf", "/run/NetworkManager/no-stub-resolv.conf", "/run/utmp"],
  ...["/run/current-system", "/run/opengl-driver", "/run/udev/data", "/run/mount"],
];
