import type { CreateSource } from "./source-context.ts";
import { createClaudeMarketplaceSource } from "./sources/claude-marketplace.ts";
import { createClawhubSource } from "./sources/clawhub.ts";
import { createGithubSource } from "./sources/github.ts";
import { createLocalSource } from "./sources/local.ts";
import { createLobehubSource } from "./sources/lobehub.ts";
import { createOfficialSource } from "./sources/official.ts";
import { createWellKnownSource } from "./sources/well-known.ts";

/** In the order in which they are asked whether a reference is theirs: sites take any address that is left. */
export const builtinSources: readonly CreateSource[] = [
  createOfficialSource,
  createLocalSource,
  createClaudeMarketplaceSource,
  createClawhubSource,
  createLobehubSource,
  createGithubSource,
  createWellKnownSource,
];
