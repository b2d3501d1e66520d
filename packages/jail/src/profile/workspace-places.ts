/** Within a workspace: what git, an editor, a shell or a build service runs by itself. Protected where it exists. */
export const workspaceTriggers: readonly string[] = [
  // Hooks.
  ...[
    ".husky",
    ".githooks",
    ".pre-commit-config.yaml",
    "lefthook.yml",
    ".lefthook.yml",
    "lefthook-local.yml",
  ],
  // Editors.
  ...[
    ".vscode",
    ".idea",
    ".fleet",
    ".zed",
    ".devcontainer",
    ".devcontainer.json",
    ".vimrc",
    ".nvim.lua",
    ".exrc",
    ".dir-locals.el",
  ],
  // Shells that enter the folder.
  ...[".envrc", ".mise.toml", "mise.toml", ".autoenv.zsh", ".env.zsh"],
  // Build services.
  ...[
    ".github/workflows",
    ".github/actions",
    ".gitlab-ci.yml",
    ".gitlab",
    ".circleci",
    ".travis.yml",
    "Jenkinsfile",
  ],
  ...["azure-pipelines.yml", ".azure-pipelines", "bitbucket-pipelines.yml", ".drone.yml", ".woodpecker.yml"],
  ...[".woodpecker", ".buildkite", "appveyor.yml", ".appveyor.yml", "cloudbuild.yaml", ".forgejo", ".gitea"],
  // What agents are told and may do.
  ...[".hermes", ".claude", ".mcp.json", ".cursor", ".codex"],
];

/** Within a folder of git: what it runs, and what says where its parts are. Protected where it exists. */
export const gitTriggers: readonly string[] = [
  "hooks",
  "config",
  "config.worktree",
  "info/attributes",
  "commondir",
  "gitdir",
  "objects/info/alternates",
];
