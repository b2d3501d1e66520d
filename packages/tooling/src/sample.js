import { createHash } from "node:crypto";

/**
 * Some rows of a table of cases: one of each `every` neighbours, chosen by a seed, so that all kinds of a sorted table
 * are among them. All of them with `HERMES_TEST_LONG=1`. What is chosen is told on stderr, with the seed that
 * `HERMES_TEST_SEED` sets.
 *
 * @template Row
 * @param {string} what What the rows are, in plural.
 * @param {readonly Row[]} rows
 * @param {number} every
 * @returns {readonly Row[]} In the order of the table.
 */
export function sample(what, rows, every) {
  if (process.env["HERMES_TEST_LONG"] === "1") return rows;
  const seed = process.env["HERMES_TEST_SEED"] ?? "20261120";
  const chosen = [];
  for (let from = 0; from < rows.length; from += every) {
    const size = Math.min(every, rows.length - from);
    const random = createHash("sha256").update(`${seed} ${what} ${from}`).digest().readUInt32BE();
    chosen.push(from + (random % size));
  }
  process.stderr.write(
    `sample: ${chosen.length} of ${rows.length} ${what} (HERMES_TEST_SEED=${seed}): ${chosen.join(" ")}\n`,
  );
  return rows.filter((_, index) => chosen.includes(index));
}
