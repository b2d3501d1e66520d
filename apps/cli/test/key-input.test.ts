import { PassThrough } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { KeyInput } from "../src/input/key-input.ts";
import { propertyRuns } from "./support/property-runs.ts";

const start = "\u001b[200~";
const end = "\u001b[201~";

/** What becomes of the bytes that a terminal sends, piece by piece. */
function read(pieces: readonly Uint8Array[]): readonly { readonly key?: string; readonly paste?: string }[] {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const got: { readonly key?: string; readonly paste?: string }[] = [];
  const keys = new KeyInput({
    // All that is used of a terminal is what a stream has.
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
    onKey: (key) => got.push({ key }),
    onPaste: (paste) => got.push({ paste }),
    onDone: () => undefined,
    onEnd: () => undefined,
  });
  keys.start();
  for (const piece of pieces) input.emit("data", piece);
  keys.stop();
  return got;
}

test("line breaks inside of a paste are part of it, and keys outside of it come one by one", () => {
  expect(read([Buffer.from(`a\u001b[A\u0003${start}a\r\nb\rc${end}\r`)])).toEqual([
    { key: "a" },
    { key: "\u001b[A" },
    { key: "\u0003" },
    { paste: "a\r\nb\rc" },
    { key: "\r" },
  ]);
});

test("however the input is cut into pieces, the keys and pastes are the same", () => {
  const text = fc.string({ unit: "grapheme" }).map((all) => all.replaceAll("\u001b", ""));
  const named = fc.constantFrom(
    "\r",
    "\u007f",
    "\u0003",
    "\u001b[A",
    "\u001b[3~",
    "\u001bOP",
    "\u001b[13;2u",
  );
  const pasted = fc.array(fc.oneof(text, fc.constantFrom("\r", "\n", "\r\n", "\t")));
  const part = fc.oneof(
    text,
    named,
    pasted.map((all) => `${start}${all.join("")}${end}`),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.array(fc.nat(20)), (parts, cuts) => {
      const bytes = Buffer.from(parts.join(""));

      expect(read(cutAt(bytes, cuts))).toEqual(read([bytes]));
    }),
    propertyRuns(),
  );
});

function cutAt(bytes: Buffer, lengths: readonly number[]): readonly Uint8Array[] {
  const pieces: Uint8Array[] = [];
  let rest = bytes;
  for (const length of lengths) {
    pieces.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...pieces, rest];
}
