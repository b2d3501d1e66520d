/** Files that hold credentials, below a home folder. What ends in `/` is a folder with everything in it. */
export const credentialFiles: readonly string[] = [
  ".ssh/",
  ".gnupg/",
  ".aws/",
  ".azure/",
  ".config/gcloud/",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".my.cnf",
  ".config/gh/",
  ".config/hub",
  ".git-credentials",
  ".config/git/credentials",
  ".kube/",
  ".docker/config.json",
  ".npmrc",
  ".pypirc",
  ".cargo/credentials",
  ".cargo/credentials.toml",
  ".gem/credentials",
  ".terraform.d/credentials.tfrc.json",
  ".vault-token",
  ".password-store/",
  ".config/op/",
  ".local/share/keyrings/",
  "Library/Keychains/",
];

/** Below a home folder: lies among the credentials but may be read. */
export const readableFiles: RegExp =
  /^(\.ssh\/([^/]+\.pub|known_hosts(\.old)?|config|authorized_keys)|\.aws\/config|\.config\/gh\/config\.yml)$/;

/** Credentials of Hermes itself, below its home. */
export const hermesCredentials: readonly string[] = [".env", "auth.json"];

/** Credentials of the machine. */
export const systemCredentials: readonly string[] = [
  "/etc/shadow",
  "/etc/gshadow",
  "/etc/master.passwd",
  "/etc/sudoers",
  "/etc/sudoers.d/",
  "/etc/ssl/private/",
  "/root/.ssh/",
  "/var/run/docker.sock",
  "/run/docker.sock",
];

/** Environment and memory of processes: keys of this program are among them. */
export const processSecrets: RegExp = /^\/proc\/[^/]+\/(task\/[^/]+\/)?(environ|mem)$/;

/** Folders of the machine that nothing is written to with the file tools, and only after asking by a command. */
export const systemFolders: readonly string[] = [
  "/bin/",
  "/boot/",
  "/dev/",
  "/etc/",
  "/lib/",
  "/lib32/",
  "/lib64/",
  "/libx32/",
  "/opt/",
  "/proc/",
  "/sbin/",
  "/sys/",
  "/usr/",
  "/var/",
  "/System/",
  "/Library/",
  "/private/etc/",
  "/private/var/db/",
];

/** Below a home folder: files that a shell, a scheduler or Hermes reads by itself. Writing them is asked about even within the workspace. */
export const startupFiles: readonly string[] = [
  ".bashrc",
  ".bash_profile",
  ".bash_login",
  ".bash_logout",
  ".profile",
  ".zshrc",
  ".zprofile",
  ".zshenv",
  ".zlogin",
  ".config/fish/",
  ".gitconfig",
  ".config/git/config",
  ".config/systemd/",
  ".config/autostart/",
  "Library/LaunchAgents/",
  ".xprofile",
  ".inputrc",
  ".vimrc",
];

/** Where anything may be written: scratch, and devices that keep nothing. */
export const scratchFolders: readonly string[] = [
  "/tmp/",
  "/var/tmp/",
  "/private/tmp/",
  "/private/var/folders/",
  "/dev/shm/",
];
export const harmlessDevices: RegExp = /^\/dev\/(null|stdout|stderr|tty|fd\/\d+)$/;
