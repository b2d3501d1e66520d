function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/** Files that hold credentials, below a home folder. What ends in `/` is a folder with everything in it. */
export const credentialFiles: readonly string[] = [
  ...words(`
    .ssh/ .gnupg/ .aws/ .azure/ .oci/ .aliyun/ .config/gcloud/ .boto .s3cfg .netrc _netrc .authinfo
    .authinfo.gpg .pgpass .my.cnf .mylogin.cnf .config/gh/ .config/hub .config/glab-cli/
    .git-credentials .config/git/credentials .kube/ .docker/config.json .config/containers/auth.json
    .npmrc .yarnrc.yml .pypirc .cargo/credentials .cargo/credentials.toml .gem/credentials
    .m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .composer/auth.json
    .config/composer/auth.json .nuget/NuGet/NuGet.Config .terraform.d/credentials.tfrc.json .terraformrc
    .vault-token .databrickscfg .snowsql/ .fly/ .config/doctl/ .config/hcloud/ .config/heroku/
    .config/rclone/ .config/sops/ .config/age/ .config/op/ .huggingface/token .cache/huggingface/token
    .kaggle/kaggle.json .password-store/ .local/share/keyrings/ .local/share/kwalletd/ .mozilla/
    .thunderbird/ .config/google-chrome/ .config/chromium/ .config/BraveSoftware/
    .config/microsoft-edge/ .bitcoin/ .ethereum/ .config/solana/ .electrum/ Library/Keychains/
    Library/Cookies/
  `),
  ".config/Bitwarden CLI/",
  "Library/Application Support/Google/Chrome/",
  "Library/Application Support/Firefox/",
];

/** Below a home folder: lies among the credentials but may be read. */
export const readableFiles: RegExp =
  /^(\.ssh\/([^/]+\.pub|known_hosts(\.old)?|config|authorized_keys)|\.aws\/config|\.config\/gh\/config\.yml)$/;

/** Of these, below a home folder: they say who gets in here, and what ssh runs. Written by the person alone. */
export const loginFiles: RegExp = /^\.ssh\/(authorized_keys|config)$/;

/** Credentials of Hermes itself, below its home. */
export const hermesCredentials: readonly string[] = [".env", "auth.json", "credentials/", "secrets/"];

/** What steers Hermes or records what it did, below its home; asked about also when it does not exist yet. */
export const hermesPolicyFiles: readonly string[] = words(`
  config.yaml permissions.yaml hermes.db hermes.db-wal hermes.db-shm state.db state.db-wal
  state.db-shm SOUL.md HEARTBEAT.md code-jail.json context-scans.json history backups/ cache/ drafts/ hooks/
  agents/ plugins/ plugin-data/ scripts/ cron/jobs.json cron/suggestions.json processes/ profiles/ results/ sessions/
  skill-bundles/ skills/ staging/ memories/ approvals/ node_modules/ package.json package-lock.json
`);

/** Credentials of the machine. */
export const systemCredentials: readonly string[] = words(`
  /etc/shadow /etc/shadow- /etc/gshadow /etc/master.passwd /etc/sudoers /etc/sudoers.d/
  /etc/ssl/private/ /etc/krb5.keytab /etc/kubernetes/admin.conf /etc/kubernetes/pki/ /var/run/secrets/
  /run/secrets/ /root/.ssh/ /root/.aws/ /root/.gnupg/ /var/run/docker.sock /run/docker.sock
`);

/** Private keys of the machine's ssh server. */
export const hostKeys: RegExp = /^\/etc\/ssh\/ssh_host_[a-z0-9]+_key$/;

/** Environment and memory of processes: keys of this program are among them. */
export const processSecrets: RegExp = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem)$/;

/** Project files that usually hold secrets; examples and templates do not. */
export const projectSecrets: RegExp =
  /(^|\/)(\.env(\.(?!example$|sample$|template$|dist$|defaults?$|test$)[\w.-]+)?|id_(rsa|dsa|ecdsa|ed25519)|\.htpasswd|service-account[\w-]*\.json|terraform\.tfstate)$/;

/** Below a home folder: what was typed, which often holds secrets. Reading is asked about. */
export const privateRecords: readonly string[] = words(`
  .bash_history .zsh_history .sh_history .python_history .node_repl_history .psql_history
  .mysql_history .sqlite_history .rediscli_history .lesshst .local/share/fish/fish_history
`);

/** Folders of the machine that are written to only after asking. */
export const systemFolders: readonly string[] = words(`
  /bin/ /boot/ /dev/ /etc/ /lib/ /lib32/ /lib64/ /libx32/ /opt/ /proc/ /sbin/ /sys/ /usr/ /var/
  /System/ /Library/ /Applications/ /private/etc/ /private/var/db/
`);

/** Below a home folder: files that a shell, a scheduler or Hermes reads by itself. Writing them is asked about even within the workspace. */
export const startupFiles: readonly string[] = words(`
  .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zprofile .zshenv
  .zlogin .zlogout .kshrc .cshrc .config/fish/ .config/environment.d/ .gitconfig .config/git/
  .config/systemd/ .local/share/systemd/ .config/autostart/ .config/autostart-scripts/
  Library/LaunchAgents/ .xprofile .xinitrc .xsession .xsessionrc .pam_environment .aws/config
  .config/gh/config.yml .inputrc .vimrc .vim/ .config/nvim/ .emacs .emacs.d/ .tmux.conf .screenrc
  .editrc .gdbinit .pythonrc .local/bin/ bin/
`);

/** Within a workspace: files that git or an editor runs by itself. */
export const workspaceTriggers: RegExp =
  /(^|\/)\.git\/(hooks\/[^/]+|(.*\/)?config(\.worktree)?|info\/attributes|rebase-(merge|apply)\/.*)$|(^|\/)\.(vscode\/(tasks|settings)\.json|envrc)$/;

/** Where anything may be written: scratch, and devices that keep nothing. */
export const scratchFolders: readonly string[] = words(`
  /tmp/ /var/tmp/ /private/tmp/ /private/var/folders/ /dev/shm/
`);
export const harmlessDevices: RegExp = /^\/dev\/(null|zero|stdin|stdout|stderr|tty|fd\/\d+|full|u?random)$/;

/** Devices that hold file systems: writing to one is a hard limit. */
export const diskDevice: RegExp =
  /^\/dev\/(r?disk|sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme|mmcblk|dm-|md\d|md\/|mapper\/|loop\d|sr\d|zd\d|nbd\d|kmem|mem$|port$)/;
