import type { default as Module } from "pptxgenjs";
import { isRightToLeft } from "../text-direction.ts";
import { directionOf, muted, plainProps } from "./pptx-text.ts";
import { pictureInches, slideArea } from "./slide-part.ts";
import type { Part } from "./slide-part.ts";
import type { SlideWriter } from "./slide-writer.ts";

const { left, width } = slideArea;

/** A picture with its caption, in the middle; its words where there is none. */
export function addPicture(
  slide: Module.default.Slide,
  { text, pictures }: SlideWriter,
  { source, alt }: Extract<Part, { kind: "image" }>,
  y: number,
): void {
  const picture = pictures.get(source);
  const runs = [{ text: alt, italic: picture === undefined }];
  const place = { x: left, w: width, h: 0.4 };
  if (picture === undefined) {
    slide.addText(plainProps(text, runs), { ...place, ...directionOf(runs), y, fontSize: 18 });
    return;
  }
  const { w, h } = pictureInches(picture, alt);
  const data = `image/${picture.type === "jpg" ? "jpeg" : "png"};base64,${Buffer.from(picture.bytes).toString("base64")}`;
  slide.addImage({ data, x: left + (width - w) / 2, y, w, h, altText: alt });
  if (alt !== "")
    slide.addText(plainProps(text, runs), {
      ...{ ...place, y: y + h },
      rtlMode: isRightToLeft(alt),
      align: "center",
      fontSize: 12,
      color: muted,
    });
}
