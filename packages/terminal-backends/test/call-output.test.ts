import fc from "fast-check";
import { expect, test } from "vitest";
import { CallOutput } from "../src/remote/call-output.ts";
import type { CallEvent } from "../src/remote/call-output.ts";
import { randomRuns } from "./random-runs.ts";

const mark = { first: "aa11", second: "bb22" };
const whole = `\x1e${mark.first}${mark.second}`;

function take(parts: readonly Uint8Array[]): readonly CallEvent[] {
  const events: CallEvent[] = [];
  const output = new CallOutput(mark, (event) => events.push(event));
  for (const part of parts) output.feed(part);
  output.finish();
  return events;
}

function textOf(events: readonly CallEvent[]): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}

test("any output in any pieces comes out as it went in, with its end behind it", () => {
  // Beginnings of marks are what could be mistaken for one.
  const text = fc.array(
    fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("\x1e", "\x1eaa11", "\x1eaa11b", "\n")),
  );
  const status = fc.integer({ min: 0, max: 255 });
  const folder = fc
    .string({ unit: "grapheme", minLength: 1 })
    .map((name) => `/${name.replaceAll("\x1e", "")}x`);
  const cuts = fc.array(fc.nat(40), { minLength: 1 });
  fc.assert(
    fc.property(text, text, status, folder, cuts, (before, after, code, directory, sizes) => {
      const said = Buffer.from(before.join("")).toString("utf8").replaceAll(whole, "");
      const late = Buffer.from(after.join("")).toString("utf8").replaceAll(whole, "");
      const end = `${whole}E${code} 1 ${directory}\n${whole}`;
      const bytes = Buffer.from(`motd\n${whole}S42${whole}${said}${end}${late}`);
      const parts: Uint8Array[] = [];
      for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
        const size = (sizes[turn % sizes.length] ?? 0) + 1;
        parts.push(bytes.subarray(at, at + size));
        at += size;
      }
      const events = take(parts);
      const endAt = events.findIndex(({ type }) => type === "end");

      expect(events[0]).toEqual({ type: "start", pid: 42 });
      expect(events[endAt]).toEqual({
        type: "end",
        status: code,
        directory: directory.replaceAll("\r\n", "\n"),
      });
      expect(textOf(events.slice(0, endAt))).toBe(said);
      expect(textOf(events.slice(endAt))).toBe(late);
    }),
    randomRuns(20_000),
  );
});

test("what a login says before the command starts is no output", () => {
  const output = new CallOutput(mark, () => undefined);
  output.feed(Buffer.from("Welcome\n"));

  expect(textOf(take([Buffer.from(`Welcome\n${whole}S1${whole}out`)]))).toBe("out");
  expect(output.noise).toBe("Welcome\n");
});
