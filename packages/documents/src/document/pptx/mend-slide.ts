/** What `mendSlide` knows a table by that is read from the right: pptxgenjs can't write the mark for it. */
export const mirroredTable = "table-from-the-right";

/**
 * The XML of a slide as PowerPoint opens it without a repair. pptxgenjs writes the properties of a paragraph before each
 * of its runs, where the schema has them once, and the same number for several shapes.
 *
 * @see https://github.com/gitbrent/PptxGenJS
 */
export function mendSlide(xml: string): string {
  let shapes = 0;
  return xml
    .replaceAll(/<a:p>.*?<\/a:p>/gs, (paragraph) => {
      let isFirst = true;
      return paragraph.replaceAll(/<a:pPr\b[^>]*(?:\/>|>.*?<\/a:pPr>)/gs, (properties) => {
        const kept = isFirst ? properties : "";
        isFirst = false;
        return kept;
      });
    })
    .replaceAll(/<p:cNvPr id="\d+"/g, () => `<p:cNvPr id="${(shapes += 1)}"`)
    .split(/(?=<p:graphicFrame>)/)
    .map((part) =>
      part.includes(`name="${mirroredTable}"`)
        ? part.replace(`name="${mirroredTable}"`, 'name="Table"').replace("<a:tblPr/>", '<a:tblPr rtl="1"/>')
        : part,
    )
    .join("");
}
