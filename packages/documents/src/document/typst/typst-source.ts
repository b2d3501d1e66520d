/**
 * The one Typst program. What a document says comes to it as JSON, and is shown by `text(…)` as a string: it is never
 * read as Typst code.
 */
export const typstSource: string = String.raw`
#let doc = json("/document.json")
#let tpl = doc.template
#let slides = tpl == "slides"
#let accent = rgb("#1f4e79")
#let base = if slides { 20pt } else if tpl == "resume" { 10pt } else { 11pt }
#set document(title: doc.title, author: doc.author)
#set page(
  ..if slides { (width: 13.333in, height: 7.5in, margin: (x: 0.9in, y: 0.8in)) }
  else { (paper: "a4", margin: if tpl == "resume" { (x: 2cm, y: 1.8cm) } else { (x: 2.5cm, y: 2.5cm) }) },
  footer: if tpl == "letter" { none } else { context align(center, text(size: if slides { 11pt } else { 9pt }, fill: luma(110), counter(page).display())) },
)
#set text(font: doc.fonts, size: base, lang: doc.lang, ..if doc.region != none { (region: doc.region) }, dir: if doc.rtl { rtl } else { ltr }, top-edge: 0.75em, bottom-edge: -0.22em)
#set par(justify: false, leading: 0.45em, spacing: 0.85em)
#set heading(numbering: none)
#show heading: set text(fill: accent)
#show heading: it => block(above: if it.level == 1 { 1.7em } else { 1.4em }, below: 0.8em, sticky: true, {
  set text(size: base * (1.55, 1.25, 1.1, 1.0, 1.0, 1.0).at(it.level - 1))
  it.body
  if tpl == "resume" and it.level == 2 { v(-0.55em); line(length: 100%, stroke: 0.6pt + accent) }
})
#show link: set text(fill: rgb("#0b5cad"))
#set table(inset: (x: 7pt, y: 5.5pt))
#show raw: set text(font: ("DejaVu Sans Mono", ..doc.fonts), size: 0.86em)
#let directed(item, body) = if item.rtl == doc.rtl { body } else if item.rtl { align(right, text(dir: rtl, body)) } else { align(left, text(dir: ltr, body)) }
#let run(r) = {
  if r.text == "\n" { return linebreak() }
  if "note" in r {
    return if r.at("again", default: false) { super(r.text) } else { footnote(doc.notes.at(r.note - 1).map(run).join()) }
  }
  let body = if "code" in r { box(fill: luma(242), inset: (x: 2pt), outset: (y: 2.5pt), radius: 2pt, raw(r.text)) } else { text(r.text) }
  if "bold" in r { body = strong(body) }
  if "italic" in r { body = emph(body) }
  if "strike" in r { body = strike(body) }
  if "link" in r { body = link(r.link, body) }
  body
}
#let runs(rs) = rs.map(run).join()
#let draw(b, nested: false) = {
  let k = b.kind
  if k == "heading" { directed(b, heading(level: b.level, runs(b.runs))) }
  else if k == "paragraph" { directed(b, par(runs(b.runs))) }
  else if k == "list" {
    let bodies = b.items.map(i => {
      if i.checked != none { box(width: 1.3em, box(width: 0.75em, height: 0.75em, stroke: 0.7pt + luma(90), radius: 1pt, align(center + horizon, if i.checked { text(size: 0.7em, fill: accent, "✓") }))) }
      let first = true
      for x in i.blocks { if first and x.kind == "paragraph" { runs(x.runs) } else { draw(x, nested: true) }; first = false }
    })
    let outer = if nested { it => it } else { it => block(above: 0.85em, below: 0.95em, it) }
    outer(directed(b, if b.ordered { enum(start: b.start, spacing: 0.5em, ..bodies) }
      else if b.items.all(i => i.checked != none) { list(marker: none, spacing: 0.5em, ..bodies) }
      else { list(spacing: 0.5em, ..bodies) }))
  }
  else if k == "table" {
    let n = b.header.len()
    let sides = b.align.map(a => if a == "left" { left } else if a == "right" { right } else if a == "center" { center } else { start })
    block(above: 1.2em, below: 1.4em, width: 100%, directed(b, table(
      columns: b.widths.map(w => w * 1fr), align: (x, y) => sides.at(x, default: start),
      stroke: (x, y) => (bottom: if y == 0 { 1.2pt + accent } else { 0.5pt + luma(205) }),
      fill: (x, y) => if y == 0 { rgb("#eaf1f8") },
      table.header(repeat: true, ..b.header.map(c => strong(runs(c)))),
      ..b.cells.map(runs),
    )))
  }
  else if k == "code" { block(width: 100%, fill: rgb("#f6f8fa"), stroke: 0.5pt + rgb("#dde3ea"), radius: 3pt, inset: 9pt, breakable: true, align(left, text(dir: ltr, raw(b.text, block: true)))) }
  else if k == "quote" { directed(b, block(inset: (..if b.rtl { (right: 1em) } else { (left: 1em) }, y: 0.3em), stroke: if b.rtl { (right: 2.5pt + rgb("#9db8d3")) } else { (left: 2.5pt + rgb("#9db8d3")) }, text(fill: luma(70), b.blocks.map(draw).join()))) }
  else if k == "image" { align(center, block(breakable: false, {
      image(b.path, width: b.width * 1pt, height: b.height * 1pt, alt: b.alt)
      if b.alt != "" { v(-0.4em); text(size: 0.85em, fill: luma(100), b.alt) }
    })) }
  else if k == "rule" { line(length: 100%, stroke: 0.5pt + luma(190)) }
  else if k == "page-break" { pagebreak(weak: true) }
  else if k == "section" { v(2fr); draw(b.heading); line(length: 100%, stroke: 1.2pt + accent); v(3fr) }
}
#let lines(ls) = ls.map(text).join(linebreak())
#if tpl == "letter" {
  let l = doc.letter
  if l.sender.len() > 0 { align(end, block(below: 2.4em, lines(l.sender))) }
  if l.recipient.len() > 0 { align(start, block(below: 2.4em, lines(l.recipient))) }
  if l.date.len() > 0 { align(end, block(below: 2em, lines(l.date))) }
  if l.subject.len() > 0 { block(below: 1.4em, strong(lines(l.subject))) }
}
#if tpl != "letter" and (doc.title != none or doc.byline != "") {
  if slides { v(1fr) }
  directed((rtl: doc.titleRtl), {
    if doc.title != none { block(below: 0.9em, text(size: base * 2.1, weight: "bold", fill: accent, doc.title)) }
    if doc.byline != "" { block(above: 0.6em, text(fill: luma(90), doc.byline)) }
  })
  block(above: 0.7em, below: 1.6em, line(length: 100%, stroke: 1.2pt + accent))
  if slides { v(2fr) }
}
#if doc.toc and tpl != "letter" {
  if slides { pagebreak(weak: true) }
  block(below: 1em, text(size: base * 1.35, weight: "bold", fill: accent, doc.contents))
  outline(title: none, depth: 3, indent: 1.2em)
  v(1em)
  if tpl == "report" { pagebreak(weak: true) }
}
#for b in doc.blocks { draw(b) }
#if tpl == "letter" and doc.letter.signature.len() > 0 { block(above: 3.6em, breakable: false, lines(doc.letter.signature)) }
`;
