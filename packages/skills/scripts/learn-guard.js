// Learns the weights of src/guard/learned from packages, one JSON object per line with a name and files.
//
//   node --conditions=@hermes/source scripts/learn-guard.js --hostile a.jsonl --honest b.jsonl --published c.jsonl \
//     [--unseen-hostile d.jsonl --unseen-honest e.jsonl] [--write]
//
// The packages of scripts/examples and of test/fixtures/guard-*.jsonl were written for it; those of test/fixtures/guard-unseen-* are
// never learned from. Each option may be given several times. `published`: honest packages in large numbers, which count less. `unseen`: packages
// that the answer is measured on; they are taken out of what is learned from. The same files give the same weights.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { scanSkill } from "../src/guard/index.ts";
import { featuresOf } from "../src/guard/learned/features.ts";
import { piecesOf } from "../src/guard/learned/pieces.ts";
import { heaviestOf } from "../src/guard/learned/weigh.ts";
import { hashOf } from "../src/guard/learned/weight-table.ts";
import { readSpans } from "../src/guard/read-spans.ts";
import { decide } from "../src/guard/scan-skill.ts";

const rounds = 20;
/** The weights of the last rounds are averaged, which takes out the order of the examples. */
const firstAveraged = 3;
const step = 0.15;
const hostileShare = 8;
const publishedShare = 0.3;
/** A line of a hostile package that no rule knows is most likely honest. */
const besideShare = 0.3;
const maxFeatures = 16_500;

const many = { type: "string", multiple: true, default: [] };
const { values } = parseArgs({
  options: {
    hostile: many,
    honest: many,
    published: many,
    "unseen-hostile": many,
    "unseen-honest": many,
    write: { type: "boolean", default: false },
  },
});

const unseen = [...read(values["unseen-hostile"], "hostile"), ...read(values["unseen-honest"], "honest")];
const known = new Set(unseen.map(({ key }) => key));
const packages = [
  ...read(values.hostile, "hostile"),
  ...read(values.honest, "honest"),
  ...read(values.published, "published"),
].filter(({ key }) => !known.has(key) && known.add(key));
const learned = shorten(learn(examplesOf(packages)));
const text = pack(learned);
say(
  `${packages.length} packages, ${learned.byHash.size} features, ${text.length} characters, ${learned.start.toFixed(3)} at the start`,
);
if (unseen.length > 0) measure(unseen, learned);
if (values.write) writeFileSync(new URL("../src/guard/learned/weights.ts", import.meta.url), text);

function say(line) {
  process.stdout.write(`${line}\n`);
}

function read(paths, side) {
  return paths.flatMap((path) =>
    readFileSync(path, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => {
        const skill = JSON.parse(line);
        return { skill, side, key: JSON.stringify(skill.files) };
      }),
  );
}

/** Pieces with their share: positive for what is hostile. Where no rule points at a line each of a package's may be the one. */
function examplesOf(all) {
  const ids = new Map();
  const packagesWith = [];
  const examples = [];
  for (const { skill, side } of all) {
    const pieces = piecesOf(skill.files.flatMap((file) => readSpans(file)));
    const lists = featuresOf(pieces, skill.name).map((list) =>
      list.map((feature) => {
        if (!ids.has(feature)) ids.set(feature, ids.size);
        return ids.get(feature);
      }),
    );
    for (const id of new Set(lists.flat())) packagesWith[id] = (packagesWith[id] ?? 0) + 1;
    const pointed = side === "hostile" ? pointedAt(skill, pieces) : new Set();
    for (const [at, list] of lists.entries()) {
      examples.push({
        list,
        scale: 1 / Math.sqrt(list.length + 4),
        ...shareOf(side, pointed, at, lists.length),
      });
    }
  }
  const names = [...ids.keys()];
  for (const example of examples) example.list = example.list.filter((id) => packagesWith[id] >= 2);
  return { names, examples };
}

function pointedAt(skill, pieces) {
  const places = new Set(
    scanSkill(skill)
      .findings.filter(({ severity, risk }) => severity !== "low" && risk !== "likeness")
      .map(({ file, line }) => `${file}:${line}`),
  );
  return new Set([...pieces.keys()].filter((at) => places.has(`${pieces[at].file}:${pieces[at].line}`)));
}

function shareOf(side, pointed, at, count) {
  if (side !== "hostile") return { isHostile: 0, share: side === "published" ? publishedShare : 1 };
  if (pointed.size === 0) return { isHostile: 1, share: hostileShare / count };
  return pointed.has(at)
    ? { isHostile: 1, share: hostileShare / pointed.size }
    : { isHostile: 0, share: besideShare };
}

/** Logistic regression with steps that shrink for each feature by how often it moved. */
function learn({ names, examples }) {
  const weights = new Float64Array(names.length);
  const moved = new Float64Array(names.length).fill(0.01);
  const sum = new Float64Array(names.length);
  let start = -3;
  let startMoved = 1;
  let startSum = 0;
  let seed = 1;
  const random = () => (seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0) / 4_294_967_296;
  for (let round = 0; round < rounds; round++) {
    for (let at = examples.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [examples[at], examples[other]] = [examples[other], examples[at]];
    }
    for (const { list, scale, isHostile, share } of examples) {
      let weight = start;
      for (const id of list) weight += weights[id] * scale;
      const error = (1 / (1 + Math.exp(-weight)) - isHostile) * share;
      if (Math.abs(error) < 1e-3) continue;
      const slope = error * scale;
      for (const id of list) {
        moved[id] += slope * slope;
        weights[id] -= (step * slope) / Math.sqrt(moved[id]);
      }
      startMoved += error * error;
      start -= (step * error) / Math.sqrt(startMoved);
    }
    if (round < firstAveraged) continue;
    for (let id = 0; id < sum.length; id++) sum[id] += weights[id];
    startSum += start;
  }
  const averaged = rounds - firstAveraged;
  return {
    start: startSum / averaged,
    byName: names.map((name, id) => ({ name, weight: sum[id] / averaged })),
  };
}

/** The features that weigh most, as signed bytes. */
function shorten({ start, byName }) {
  const kept = byName
    .filter(({ weight }) => weight !== 0)
    .toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight))
    .slice(0, maxFeatures);
  const unit = Math.abs(kept[0].weight) / 127;
  const byHash = new Map();
  for (const { name, weight } of kept) {
    const hash = hashOf(name);
    if (!byHash.has(hash)) byHash.set(hash, Math.round(weight / unit) * unit);
  }
  return { start, unit, byHash };
}

function pack({ start, unit, byHash }) {
  const bytes = [];
  let before = 0;
  for (const [hash, weight] of [...byHash].toSorted(([a], [b]) => a - b)) {
    let gap = hash - before;
    before = hash;
    for (; gap > 127; gap >>>= 7) bytes.push((gap & 127) | 128);
    bytes.push(gap, Math.round(weight / unit) & 255);
  }
  return [
    "// Made by scripts/learn-guard.js; not to be edited.",
    `export const startWeight: number = ${start};`,
    `export const weightStep: number = ${unit};`,
    "export const packedWeights: string =",
    `  "${Buffer.from(bytes).toString("base64")}";`,
    "",
  ].join("\n");
}

/** What the rules let through, by the weights: each figure is of packages that nothing was learned from. */
function measure(rows, weights) {
  const passed = rows
    .filter(({ skill }) => passesRules(skill))
    .map(({ skill, side }) => {
      const pieces = piecesOf(skill.files.flatMap((file) => readSpans(file)));
      return { side, weight: heaviestOf(pieces, skill.name, weights)?.weight ?? Number.NEGATIVE_INFINITY };
    });
  const above = (side, least) => passed.filter((row) => row.side === side && row.weight >= least).length;
  const count = (list, side) => list.filter((row) => row.side === side).length;
  say(
    `the rules pass ${count(passed, "hostile")} of ${count(rows, "hostile")} hostile ones and ${count(passed, "honest")} of ${count(rows, "honest")} honest ones`,
  );
  for (const least of [0.6, 0.8, 1, 1.2, 1.4, 1.6, 2]) {
    say(`above ${least}: ${above("hostile", least)} hostile ones, ${above("honest", least)} honest ones`);
  }
}

function passesRules(skill) {
  return (
    decide(
      scanSkill(skill).findings.filter(({ risk }) => risk !== "likeness"),
      "community",
    ) === "allow"
  );
}
