import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judge } from "./places.ts";
import { propertyRuns } from "./property-runs.ts";

const letters = fc.constantFrom("a", "rm", "-rf", "/", " ", "é", "~", "#", "=", "{", ",", "x y", "%");
const plain = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(""));
const escapedText = plain.map((text) =>
  [...text].map((char) => (/\w/.test(char) ? char : `\\${char}`)).join(""),
);
const piece = fc.oneof(
  escapedText,
  plain.map((text) => `'${text}'`),
  plain.map((text) => `"${text}"`),
  plain.map((text) => `$'${text}\\x41\\101\\t'`),
  fc.constantFrom(
    "${V}",
    '"$V"',
    "${V}",
    '"${V:-q}"',
    "${V#a}",
    '"${V%b}"',
    "${U:+no}",
    "{a,b}",
    "{1..3}",
    "x{a,b}y",
    "$(echo hi)",
    '"$(printf %s up)"',
    "${L[1]}",
    '"${L[@]}"',
    "${#V}",
    "`echo tick`",
  ),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));

test("the arguments that are read are the ones that bash makes, or unknown", async () => {
  const lines = fc.sample(fc.array(word, { minLength: 1, maxLength: 4 }), propertyRuns(300, 5_000));
  const scripts = lines.map((words) => `U=; V='a b'; L=(one 'two three'); show ${words.join(" ")}`);
  const program = `show() { printf '%s\\0' "$#" "$@"; }\nHOME=/home/user\n${scripts.join("\n")}\n`;
  const printed = execFileSync("bash", ["--norc", "-s"], {
    encoding: "utf8",
    cwd: "/",
    input: program,
  }).split("\0");

  let at = 0;
  let unknown = 0;
  for (const script of scripts) {
    const count = Number(printed[at]);
    const expected = printed.slice(at + 1, at + 1 + count);
    at += 1 + count;
    const { commands } = await judge(script);
    const argv = commands.find(({ argv: [name] }) => name === "show")?.argv.slice(1);
    if (argv?.some((each) => each.includes("\uFFFD")) === true) {
      unknown++;
      continue;
    }
    expect({ script, argv }).toEqual({ script, argv: expected });
  }
  expect(unknown).toBeLessThan(scripts.length / 2);
});
