/**
 * Some rows of a table of cases: one of each `every` neighbours, chosen by a seed, so that all kinds of a sorted table
 * are among them. All of them with `HERMES_TEST_LONG=1`. What is chosen is told on stderr, with the seed that
 * `HERMES_TEST_SEED` sets.
 */
export function sample<Row>(what: string, rows: readonly Row[], every: number): readonly Row[];
