#!/usr/bin/env node
// `prepack` and `postpack` of each package: a tarball has a changelog, also before the first release.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hasChangelog, unreleasedChanges } from "../src/publish/changelog.js";

const { name } = JSON.parse(readFileSync("package.json", "utf8"));
if (process.argv.includes("--remove")) {
  // What `changeset version` wrote is kept.
  if (hasChangelog(".") && readFileSync("CHANGELOG.md", "utf8").includes("\n## Unreleased\n"))
    rmSync("CHANGELOG.md");
} else if (!hasChangelog(".")) writeFileSync("CHANGELOG.md", unreleasedChanges(name));
