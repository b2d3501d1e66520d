import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.js";

/**
 * Which floors a floor may use at run time. `turbo boundaries` checks every import against every manifest but
 * can't tell a test's dependency from a run-time one; this does.
 */
const parts = [
  "ground",
  "analysis",
  "core",
  "settings",
  "store",
  "time",
  "safety",
  "knowledge",
  "power",
  "face",
];
const below = {
  ground: ["ground"],
  core: ["ground"],
  // What reads commands, texts and secrets, keeps nothing and acts on nothing.
  analysis: ["ground", "analysis"],
  settings: ["ground", "analysis"],
  store: ["ground", "analysis"],
  time: ["ground", "analysis"],
  safety: ["ground", "analysis"],
  // The hub installs what skills reads.
  knowledge: ["ground", "analysis", "knowledge"],
  power: ["ground", "analysis"],
  // A chat or an editor drives sessions by their controller.
  face: ["ground", "analysis", "core"],
  composition: parts,
  app: [...parts, "composition"],
};

/** @returns {readonly string[]} One sentence per run-time dependency that points up or sideways. */
export function checkFloors() {
  const packages = workspacePackages();
  const floorOf = new Map(packages.map((each) => [each.name, each.floor]));
  return packages.flatMap(({ name, floor, dependencies }) => {
    if (floor === "tooling") return [];
    const allowed = below[floor];
    if (!allowed) return [`${name}: turbo.json names no floor (found "${floor}").`];
    return dependencies
      .filter((dependency) => dependency.startsWith("@hermes/") && !allowed.includes(floorOf.get(dependency)))
      .map(
        (dependency) => `${name} (${floor}) must not depend on ${dependency} (${floorOf.get(dependency)}).`,
      );
  });
}

/** @returns {{ name: string, folder: string, floor: string, dependencies: string[] }[]} */
export function workspacePackages() {
  const parents = ["packages", "apps"].map((parent) => join(root, parent));
  return parents
    .flatMap((parent) => readdirSync(parent).map((name) => join(parent, name)))
    .filter((folder) => existsSync(join(folder, "package.json")))
    .map((folder) => {
      const manifest = readJson(join(folder, "package.json"));
      return {
        name: manifest.name,
        folder,
        floor: readJson(join(folder, "turbo.json")).tags?.[0],
        dependencies: Object.keys(manifest.dependencies ?? {}),
      };
    });
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}
