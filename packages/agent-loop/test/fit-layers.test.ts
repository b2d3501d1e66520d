import { estimateTokens } from "@hermes/models";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSystemPrompt, defaultIdentity, fitLayers } from "../src/index.ts";
import type { FittedLayers, PromptLayer, PromptLayerKind } from "../src/index.ts";

const rank = ["context", "skills", "profile", "learnings", "memory", "session", "workspace"] as const;

const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc
    .array(
      fc.constantFrom(
        "A line of words.",
        "```ts\nconst a = 1;\nconst b = 2;\n```",
        "- 一つの項目",
        "",
        "👩‍👩‍👧 é",
      ),
      {
        maxLength: 60,
      },
    )
    .map((lines) => lines.join("\n")),
);
const layer = (kind: fc.Arbitrary<PromptLayerKind>): fc.Arbitrary<PromptLayer> =>
  fc.record({
    kind,
    name: fc.constantFrom("one", "other"),
    text: text.map((each) => each.trim()),
    provenance: fc.option(fc.constant([{ source: "web", name: "a.example" }]), { nil: undefined }),
  });
const fixed = layer(fc.constantFrom<PromptLayerKind>("identity", "guidance", "environment"));
const layers = fc.array(fc.oneof(layer(fc.constantFrom(...rank)), fixed), { maxLength: 9 });
const maxTokens = fc.integer({ min: 0, max: 1_500 });

const sizeOf = ({ layers: all, notice }: FittedLayers): number =>
  [...all.map((each) => each.text), notice].reduce((sum, each) => sum + estimateTokens(each), 0);
const isFixed = ({ kind }: PromptLayer): boolean => !rank.some((each) => each === kind);

test("the sum is within the budget, unless what always stays takes more", () => {
  fc.assert(
    fc.property(layers, maxTokens, (given, max) => {
      const always = given.filter(isFixed).reduce((sum, each) => sum + estimateTokens(each.text) + 1, 0);

      expect(sizeOf(fitLayers(given, { maxTokens: max }))).toBeLessThanOrEqual(Math.max(max, always));
    }),
  );
});

test("identity, guidance and environment stay whole, the order stays, and what is kept has its sources", () => {
  fc.assert(
    fc.property(layers, maxTokens, (given, max) => {
      const { layers: fitted } = fitLayers(given, { maxTokens: max });

      const shown = given.filter((each) => each.text !== "");
      expect(fitted.filter(isFixed)).toEqual(shown.filter(isFixed));
      let from = 0;
      for (const each of fitted) {
        const at = shown.findIndex(
          ({ kind, name, provenance, text: whole }, index) =>
            index >= from &&
            kind === each.kind &&
            name === each.name &&
            provenance === each.provenance &&
            (whole === each.text || whole.startsWith(each.text.split("\n\n[…")[0] ?? "")),
        );
        expect(at).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    }),
  );
});

test("the lowest rank goes first: below a layer that lost something nothing is left", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray([...rank]),
      fc.array(text, { minLength: 7, maxLength: 7 }),
      maxTokens,
      (kinds, texts, max) => {
        const given = kinds.map((kind, index): PromptLayer => ({
          kind,
          name: kind,
          text: (texts[index] ?? "").trim(),
        }));

        const { layers: fitted, shortened } = fitLayers(given, { maxTokens: max });

        const first = Math.min(...shortened.map(({ kind }) => rank.findIndex((each) => each === kind)));
        const below = fitted.filter(({ kind }) => rank.findIndex((each) => each === kind) > first);
        expect(below).toEqual([]);
      },
    ),
  );
});

test("a larger budget never takes anything away, and the same budget gives the same", () => {
  fc.assert(
    fc.property(layers, maxTokens, fc.integer({ min: 0, max: 200 }), (given, max, more) => {
      const smaller = fitLayers(given, { maxTokens: max });
      const larger = fitLayers(given, { maxTokens: max + more });

      expect(fitLayers(given, { maxTokens: max })).toEqual(smaller);
      expect(larger.layers.length).toBeGreaterThanOrEqual(smaller.layers.length);
      const kept = (fitted: FittedLayers): number =>
        fitted.layers.reduce((sum, each) => sum + (each.text.split("\n\n[… the rest")[0] ?? "").length, 0);
      expect(kept(larger)).toBeGreaterThanOrEqual(kept(smaller));
    }),
  );
});

test("what is left of a text has whole characters and whole fences", () => {
  fc.assert(
    fc.property(text, maxTokens, (whole, max) => {
      const [fitted] = fitLayers([{ kind: "context", name: "AGENTS.md", text: whole.trim() }], {
        maxTokens: max,
      }).layers;

      const kept = fitted?.text ?? "";
      expect(kept).toBe(kept.toWellFormed());
      const fences = kept.match(/^```/gm) ?? [];
      if (fences.length > 0 && (whole.match(/^```/gm) ?? []).length % 2 === 0)
        expect(fences.length % 2).toBe(0);
    }),
  );
});

test("a kind has a budget of its own, and the prompt says what is missing and where it is", () => {
  const lines = Array.from({ length: 200 }, (_, at) => `- Rule ${at}: keep it short.`).join("\n");
  const prompt = buildSystemPrompt({
    layers: [
      { kind: "context", name: "AGENTS.md", text: lines, elsewhere: "read_file AGENTS.md" },
      { kind: "memory", name: "memory", text: lines, elsewhere: "the memory tool" },
      { kind: "environment", name: "environment", text: "Linux." },
    ],
    budget: { maxTokens: 700, layers: { context: 300 } },
  });

  expect(prompt).toMatch(/- Rule 20: keep it short\.\n/);
  expect(prompt).toMatch(/left out for lack of room; read_file AGENTS\.md shows it …\]/);
  expect(estimateTokens(prompt)).toBeLessThanOrEqual(700);
  expect(prompt.startsWith(defaultIdentity)).toBe(true);
  expect(prompt).toContain("Left out of this prompt for lack of room: memory (the memory tool).");
});

test("a prompt with a budget takes a quarter of the window at most, and one without any what it is", () => {
  const long = { kind: "context" as const, name: "AGENTS.md", text: "A line of words.\n".repeat(4_000) };

  const small = buildSystemPrompt({ layers: [long], budget: {} }, { contextWindow: 8_000 });

  expect(estimateTokens(small)).toBeLessThanOrEqual(2_000);
  expect(estimateTokens(small)).toBeGreaterThan(1_900);
  expect(buildSystemPrompt({ layers: [long] }, { contextWindow: 8_000 })).toContain(long.text.trim());
});
