/** Scripts run where the program starts them alone: what a label brings along does not, and nothing is loaded. */
export const mermaidPage: string = `<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"><style>body{margin:0;background:white}</style></head><body></body></html>`;

/** Run in the page; `argument` has `library`, `config` and `source`. */
export const mermaidScript: string = `
  (0, eval)(";" + argument.library);
  mermaid.initialize(argument.config);
  let text;
  try {
    ({ svg: text } = await mermaid.render("diagram", argument.source));
  } catch (error) {
    const place = error?.hash?.loc;
    return { error: String(error?.message ?? error), line: place?.first_line ?? error?.hash?.line };
  }
  const drawn = new DOMParser().parseFromString(text, "text/html").querySelector("svg");
  document.body.replaceChildren(drawn);
  // Words of a state that are no HTML are left at its left.
  for (const label of drawn.querySelectorAll(".statediagram-state > rect.basic + g.label")) {
    const { x, width } = label.querySelector("text")?.getBBox() ?? {};
    const place = label.transform.baseVal.consolidate()?.matrix;
    if (width > 0 && place) label.setAttribute("transform", "translate(" + -(x + width / 2) + ", " + place.f + ")");
  }
  // Each word is a part of its own, and other programs than browsers lose the space with which it begins.
  for (const row of drawn.querySelectorAll("tspan.text-outer-tspan")) {
    row.setAttributeNS("http://www.w3.org/XML/1998/namespace", "xml:space", "preserve");
    const looks = (word) => word.getAttribute("font-style") + " " + word.getAttribute("font-weight");
    for (const word of [...row.children].slice(1)) {
      const before = word.previousElementSibling;
      if (looks(before) !== looks(word)) continue;
      before.textContent += word.textContent;
      word.remove();
    }
  }
  // Cut to what is drawn: Mermaid leaves much around some types. What is far outside of the view it does not mean to show.
  const { x: left, y: top, width, height } = drawn.viewBox.baseVal ?? {};
  const box = drawn.getBBox();
  if (box.width > 0 && box.height > 0) {
    const [around, beyond] = width > 0 && height > 0 ? [10, 30] : [10, Infinity];
    const from = (at, edge) => Math.max(at, edge - beyond) - around;
    const to = (at, edge) => Math.min(at, edge + beyond) + around;
    const [x, y] = [from(box.x, left), from(box.y, top)];
    const size = [to(box.x + box.width, left + width) - x, to(box.y + box.height, top + height) - y];
    if (size[0] > 0 && size[1] > 0) {
      drawn.setAttribute("viewBox", [x, y, ...size].join(" "));
      drawn.setAttribute("width", size[0]);
      drawn.setAttribute("height", size[1]);
    }
  }
  return { svg: new XMLSerializer().serializeToString(drawn) };`;

const maxEdges = 5_000;

// What a source says of itself may change its looks, and nothing of this.
const secure = [
  ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering"],
  ...["htmlLabels", "dompurifyConfig", "legacyMathML", "forceLegacyMathML", "deterministicIds"],
];

/** Words are drawn as words of SVG: HTML within is taken out of every drawing. */
export function mermaidConfig(source: string): Readonly<Record<string, unknown>> {
  return {
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    // As wide as the page, the words would be too small.
    gantt: { useWidth: 900 },
    suppressErrorRendering: true,
    maxTextSize: source.length + 1,
    maxEdges,
    fontFamily: "system-ui, 'Noto Sans', sans-serif",
    // Words on a section of a journey have the colour of the section, and a line goes on behind the words on it.
    themeCSS: "text.journey-section{fill:inherit}.edgeLabel rect{opacity:1!important}",
    secure,
  };
}
