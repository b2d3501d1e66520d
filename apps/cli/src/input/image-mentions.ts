const mention =
  /(?<![^\s([{"'`])@(?:file:)?(?:"([^"\n]+\.(?:png|jpe?g|gif|webp))"|([^\s"]+?\.(?:png|jpe?g|gif|webp))(?![.:]*[\w/-]))/giu;

/**
 * A text whose mentions of images, `@shot.png` and `@"my shot.png"`, are labels.
 *
 * @param labelOf The label for a path; undefined leaves the mention as it is.
 */
export function withLabels(text: string, labelOf: (path: string) => string | undefined): string {
  return text.replace(
    mention,
    (whole, quoted: string | undefined, plain: string | undefined) => labelOf(quoted ?? plain ?? "") ?? whole,
  );
}
