export interface OpenEnd {
  readonly what: string;
  readonly run: string;
  /** What is there afterwards, below the root. */
  readonly opens: string;
  /** Whether `triggersIn` tells of it. */
  readonly isTold: boolean;
}

/** What a profile does not hold, as the README says. */
export const openEnds: readonly OpenEnd[] = [
  {
    what: "a start-up file of a kind that the workspace had none of",
    run: "echo pwned > mise.toml",
    opens: "work/mise.toml",
    isTold: true,
  },
  {
    what: "a folder of git that says it shares that of another",
    run: "git init -q --bare evil; echo ../evil > .git/commondir",
    opens: "work/.git/commondir",
    isTold: true,
  },
  {
    what: "a repository below the workspace, with hooks of its own",
    run: "git init -q below; echo pwned > below/.git/hooks/post-checkout",
    opens: "work/below/.git/hooks/post-checkout",
    isTold: false,
  },
  {
    what: "a rebase that was begun, with commands for when it goes on",
    run: "mkdir -p .git/rebase-merge; echo 'exec evil' > .git/rebase-merge/git-rebase-todo",
    opens: "work/.git/rebase-merge/git-rebase-todo",
    isTold: false,
  },
  {
    what: "code of the project itself, its tools and their settings",
    run: "mkdir -p node_modules/.bin .cargo; echo pwned > node_modules/.bin/tsc; echo pwned > .npmrc; echo pwned > .cargo/config.toml; echo pwned > Makefile; echo pwned > package.json",
    opens: "work/.cargo/config.toml",
    isTold: false,
  },
  {
    what: "a cache that others use next",
    run: "echo pwned > ~/.npm/package",
    opens: "home/.npm/package",
    isTold: false,
  },
];
