import fc from "fast-check";

/** One change of a block of lines, as a person would say it: it can be made in any version of the block. */
export interface Intent {
  /** Line of the block, from 0. */
  readonly at: number;
  readonly kind: "rename" | "insert" | "remove";
}

/** How what the model remembers differs from the file. */
export const drifts = [
  "none",
  "crlf",
  "tabs",
  "spaces",
  "depth",
  "trailing",
  "look-alikes",
  "long-dashes",
  "blanks",
  "brackets",
  "empty-lines",
  "mixed",
  "escapes",
  "tabs-written-out",
  "moved",
  "repeated",
  "neighbour-changed",
  "line-changed",
] as const;

export type Drift = (typeof drifts)[number];

export interface DriftedEdit {
  readonly drift: Drift;
  readonly form: "replace" | "patch";
  /** Whether the model read the file before the edit; otherwise it goes by what it remembers of another time. */
  readonly reads: boolean;
  /** The file when the model read it, and when it edits it. */
  readonly read: string;
  readonly now: string;
  /** What the edit should make of it. */
  readonly expected: string;
  /** What the model remembers of the block. */
  readonly block: readonly string[];
  readonly intent: Intent;
  /** Line of the block in the file as it is now. */
  readonly start: number;
}

/** Makes the change in some version of the block. */
export function carryOut(block: readonly string[], { at, kind }: Intent): string[] {
  const line = block[at] ?? "";
  const indent = /^(?:\s|\\t)*/.exec(line)?.[0] ?? "";
  if (kind === "remove") return block.toSpliced(at, 1);
  if (kind === "insert") return block.toSpliced(at + 1, 0, `${indent}inserted(here);`);
  return block.with(at, line.replace(/value\d+/, "renamed"));
}

const names = ["alpha", "beta", "gamma", "delta", "omega"];

/** A function of a small program. Some of its lines are those of every other one. */
function makeBlock(number: number, salt: number): string[] {
  const name = `${names[(number + salt) % names.length]}${number}`;
  return [
    `    function ${name}(input${salt}) {`,
    `        const value${number} = "it's ${name} - ${salt}";`,
    "        if (input === undefined) {",
    `            log("value${salt}", value${number + 7});`,
    "        }",
    `        store(value${number * 3 + salt}, "${name}");`,
    "        return input;",
    "    }",
    "",
  ];
}

interface Plan {
  readonly drift: Drift;
  readonly form: DriftedEdit["form"];
  readonly blocks: number;
  readonly target: number;
  readonly salt: number;
  readonly reads: boolean;
  readonly line: number;
  readonly kind: Intent["kind"];
  readonly from: number;
}

export const driftedEdits: fc.Arbitrary<DriftedEdit> = fc
  .record({
    drift: fc.constantFrom(...drifts),
    form: fc.constantFrom("replace" as const, "patch" as const),
    blocks: fc.integer({ min: 3, max: 9 }),
    target: fc.nat(8),
    salt: fc.nat(20),
    reads: fc.boolean(),
    line: fc.constantFrom(1, 3, 5),
    kind: fc.constantFrom("rename" as const, "insert" as const, "remove" as const),
    from: fc.integer({ min: 0, max: 1 }),
  })
  .map(makeEdit);

function makeEdit(plan: Plan): DriftedEdit {
  const { drift, form, line, kind, from, reads } = plan;
  const target = plan.target % plan.blocks;
  const blocks = Array.from({ length: plan.blocks }, (_, index) => makeBlock(index, plan.salt));
  const original = blocks[target] ?? [];
  // The same function twice, so that nothing but its surroundings tells them apart.
  if (drift === "repeated") blocks.splice(target, 0, original);
  // Either of the two may be meant.
  const meant = drift === "repeated" && plan.salt % 2 === 1 ? target + 1 : target;
  const intent: Intent = { at: line - from, kind };
  const remembered = original.slice(from, 8);
  const lineEnd = drift === "crlf" ? "\r\n" : "\n";
  const assemble = (parts: readonly (readonly string[])[]) =>
    ["class Program {", ...parts.flat(), "}", ""].join(lineEnd);
  const loose = (block: readonly string[]) => (drift === "empty-lines" ? block.toSpliced(7, 0, "") : block);
  const actual = blocks.map((block) => loose(block).map((each) => restyle(each, drift)));
  const read = assemble(actual);
  const changed = actual.map((block, index) => (index === meant ? changeBy(block, { drift, line }) : block));
  const order = drift === "moved" ? moveBlock(changed, meant) : { blocks: changed, at: meant };
  const own = order.blocks[order.at] ?? [];
  const inBlock = { ...intent, at: line };
  return {
    drift,
    form,
    reads,
    read,
    now: assemble(order.blocks),
    expected: assemble(order.blocks.with(order.at, carryOut(own, inBlock))),
    block: remembered.map((each) => remember(each, drift)),
    intent,
    start: 1 + order.blocks.slice(0, order.at).flat().length + from,
  };
}

/** The file is in a style that the model does not see, or takes for another. */
function restyle(line: string, drift: Drift): string {
  if (drift === "tabs" || drift === "tabs-written-out")
    return line.replace(/^ +/, (blanks) => "\t".repeat(blanks.length / 4));
  if (drift === "depth") return line === "" ? line : `  ${line}`;
  if (drift === "mixed") return restyle(restyle(restyle(line, "look-alikes"), "tabs"), "trailing");
  if (drift === "blanks") return line.replace(" = ", "  =  ").replace("(input", "( input");
  if (drift === "trailing") return line.endsWith(";") ? `${line}  ` : line;
  if (drift === "look-alikes") return line.replace("it's", "it’s").replace(" - ", " – ");
  if (drift === "long-dashes") return line.replace(" - ", " — ");
  if (drift === "brackets") return line.replaceAll("(", "( ").replaceAll(")", " )").replace(", ", ",");
  return line;
}

function remember(line: string, drift: Drift): string {
  if (drift === "spaces") return line.replace(/^ +/, (blanks) => "\t".repeat(blanks.length / 4));
  if (drift === "tabs-written-out") return line.replace(/^ +/, (blanks) => "\\t".repeat(blanks.length / 4));
  if (drift === "long-dashes") return line.replace(" - ", " -- ");
  // Blanks are remembered as one; that there is one at all is another drift.
  if (drift === "blanks") return line.replace("(input", "( input");
  return line;
}

/** Somebody else writes to the file after the model read it. */
function changeBy(
  block: readonly string[],
  { drift, line }: { readonly drift: Drift; readonly line: number },
): string[] {
  if (drift === "neighbour-changed") return block.with(line === 5 ? 3 : 5, "        somebody(else);");
  if (drift === "line-changed") return block.with(line, `${block[line]} // somebody else`);
  return [...block];
}

function moveBlock(
  blocks: readonly string[][],
  at: number,
): { readonly blocks: string[][]; readonly at: number } {
  const to = (at + 2) % blocks.length;
  const rest = blocks.toSpliced(at, 1);
  return { blocks: rest.toSpliced(to, 0, blocks[at] ?? []), at: to };
}
