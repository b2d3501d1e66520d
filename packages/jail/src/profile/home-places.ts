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
  { path: ".1password", variable: "SSH_AUTH_SOCK" },
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

/** Lies among the credentials and holds none. */
export const harmlessPlaces: readonly string[] = [
  ".ssh/known_hosts",
  ".ssh/config",
  ".aws/config",
  ".config/gh/config.yml",
];

/** What package managers and compilers keep, and can fetch or make again. Writable where it exists. */
export const cachePlaces: readonly HomePlace[] = [
  { path: ".npm", variable: "npm_config_cache" },
  { path: ".cache/node", variable: "COREPACK_HOME" },
  ...at(".cache/node-gyp", ".cache/pnpm", ".local/share/pnpm/store", ".local/state/pnpm", ".cache/bun"),
  { path: ".cache/yarn", variable: "YARN_CACHE_FOLDER" },
  ...at(".yarn/berry", ".bun/install/cache", ".cache/deno", ".cache/typescript", ".cache/turbo"),
  { path: ".cache/pip", variable: "PIP_CACHE_DIR" },
  { path: ".cache/uv", variable: "UV_CACHE_DIR" },
  ...at(".cache/pypoetry", ".cache/pdm", ".cache/pipenv", ".conda/pkgs", ".cache/pyenv", ".cache/matplotlib"),
  { path: ".cargo/registry", variable: "CARGO_HOME", within: "registry" },
  { path: ".cargo/git", variable: "CARGO_HOME", within: "git" },
  { path: ".cargo/.package-cache", variable: "CARGO_HOME", within: ".package-cache" },
  { path: ".cache/sccache", variable: "SCCACHE_DIR" },
  { path: ".cache/go-build", variable: "GOCACHE" },
  { path: "go/pkg", variable: "GOMODCACHE" },
  { path: ".gradle/caches", variable: "GRADLE_USER_HOME", within: "caches" },
  { path: ".gradle/daemon", variable: "GRADLE_USER_HOME", within: "daemon" },
  { path: ".gradle/native", variable: "GRADLE_USER_HOME", within: "native" },
  ...at(
    ".m2/repository",
    ".ivy2/cache",
    ".sbt/boot",
    ".cache/coursier",
    ".nuget/packages",
    ".cache/composer",
  ),
  { path: ".ccache", variable: "CCACHE_DIR" },
  ...at(
    ".cache/ccache",
    ".cache/bazel",
    ".cache/zig",
    ".cache/huggingface/hub",
    ".cache/torch",
    ".cache/electron",
  ),
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

/** Outside the home folder: passwords of the machine, and sockets whose services act for whoever asks. Hidden. */
export const systemPlaces: readonly string[] = [
  ...["/etc/shadow", "/etc/shadow-", "/etc/gshadow", "/etc/gshadow-", "/etc/master.passwd", "/etc/sudoers"],
  ...["/etc/sudoers.d", "/etc/ssl/private", "/etc/krb5.keytab", "/etc/kubernetes", "/var/lib/kubelet"],
  ...["/etc/ssh/ssh_host_rsa_key", "/etc/ssh/ssh_host_ecdsa_key", "/etc/ssh/ssh_host_ed25519_key"],
  ...["/etc/wireguard", "/etc/NetworkManager/system-connections", "/etc/docker/key.json"],
  ...[
    "/run/secrets",
    "/run/user",
    "/run/docker.sock",
    "/run/containerd",
    "/run/podman",
    "/run/crio",
    "/run/buildkit",
  ],
  ...[
    "/run/dbus",
    "/run/systemd/private",
    "/run/systemd/io.systemd.Machine",
    "/run/snapd.socket",
    "/run/libvirt",
  ],
  ...[
    "/run/incus",
    "/var/lib/incus",
    "/var/lib/lxd",
    "/var/snap/lxd",
    "/run/udev/control",
    "/run/tmux",
    "/run/screen",
  ],
  ...["/root/.ssh", "/root/.aws", "/root/.gnupg", "/var/spool/cron", "/var/mail", "/var/spool/mail"],
];
