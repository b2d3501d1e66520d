import type { default as Module } from "pptxgenjs";
import { areRightToLeft } from "../text-direction.ts";
import { noteHeight } from "./paginate.ts";
import { directionOf, muted, plainProps } from "./pptx-text.ts";
import { slideArea } from "./slide-part.ts";
import type { SlideWriter } from "./slide-writer.ts";

const { left, width, bottom } = slideArea;

/** At the foot of the slide that refers to them. */
export function addNotes(
  slide: Module.default.Slide,
  { text, notes }: SlideWriter,
  numbers: readonly number[],
): void {
  if (numbers.length === 0) return;
  const says = numbers.map((number) => notes[number - 1] ?? []);
  const h = says.reduce((sum, each) => sum + noteHeight(each), 0);
  const props = numbers.flatMap((number, index) => {
    const runs = says[index] ?? [];
    const drawn = plainProps(text, [{ text: `${number} ` }, ...runs], directionOf(runs));
    return drawn.map((each, at) =>
      at === drawn.length - 1 ? { ...each, options: { ...each.options, breakLine: true } } : each,
    );
  });
  const y = bottom - h;
  const [first = []] = says;
  const x = areRightToLeft(first) ? left + width - 2.6 : left + 0.1;
  slide.addShape("rect", { x, y, w: 2.5, h: 0.01, fill: { color: "9DB8D3" } });
  slide.addText(props, { x: left, y, w: width, h, fontSize: 11, color: muted, valign: "top" });
}
