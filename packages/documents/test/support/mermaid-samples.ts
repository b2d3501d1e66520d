/** A small diagram of each type that Mermaid 12.3 knows, with a text that has to be in the drawing. */
export const mermaidSamples: Readonly<Record<string, readonly [source: string, text: string]>> = {
  flowchart: ["flowchart LR\n  A-->|yes|B[Bigger box]\n  B-.->C{Choice}", "Bigger"],
  swimlanes: [
    "swimlane-beta LR\n  subgraph Sales\n    A[Offer]\n  end\n  subgraph Stock\n    B[Pack]\n  end\n  A --> B",
    "Offer",
  ],
  sequence: ["sequenceDiagram\n  Alice->>Bob: Hello\n  Note over Bob: thinks", "Hello"],
  class: ["classDiagram\n  class Animal {\n    +int age\n    +eat()\n  }\n  Animal <|-- Duck", "Duck"],
  state: ["stateDiagram-v2\n  [*] --> Still\n  Still --> Moving : push", "Moving"],
  er: ["erDiagram\n  CUSTOMER ||--o{ ORDER : places", "CUSTOMER"],
  gantt: [
    "gantt\n  title Plan\n  dateFormat YYYY-MM-DD\n  section A\n  Design :a1, 2024-01-01, 7d\n  Build :after a1, 5d",
    "Design",
  ],
  journey: ["journey\n  title My day\n  section Work\n    Make tea: 5: Me", "Make tea"],
  pie: ['pie title Pets\n  "Dogs" : 386\n  "Cats" : 85', "Dogs"],
  quadrant: [
    "quadrantChart\n  title Reach\n  x-axis Low --> High\n  y-axis Bad --> Good\n  Campaign A: [0.3, 0.6]",
    "Campaign A",
  ],
  requirement: [
    "requirementDiagram\n  requirement test_req {\n    id: 1\n    text: the text\n    risk: high\n    verifymethod: test\n  }",
    "test_req",
  ],
  git: ['gitGraph\n  commit id: "first"\n  branch dev\n  commit\n  checkout main\n  merge dev', "first"],
  c4: [
    'C4Context\n  Person(user, "A user")\n  System(bank, "Bank system")\n  Rel(user, bank, "Uses")',
    "Bank system",
  ],
  mindmap: ["mindmap\n  root((Centre))\n    Origins\n    Uses", "Origins"],
  timeline: ["timeline\n  title History\n  2002 : LinkedIn\n  2004 : Facebook", "Facebook"],
  sankey: ["sankey-beta\nCoal,Power,10\nGas,Power,5", "Power"],
  xychart: ["xychart-beta\n  title Sales\n  x-axis [jan, feb, mar]\n  bar [5, 6, 7]", "feb"],
  block: ['block-beta\n  columns 2\n  a["First"] b["Second"]', "Second"],
  packet: ['packet-beta\n  0-15: "Source port"\n  16-31: "Target port"', "Source port"],
  kanban: ["kanban\n  todo[Todo]\n    t1[Write tests]", "Write tests"],
  architecture: [
    "architecture-beta\n  group api(cloud)[API]\n  service db(database)[Database] in api\n  service disk(disk)[Storage] in api\n  db:L -- R:disk",
    "Database",
  ],
  radar: ['radar-beta\n  axis a["Speed"], b["Price"], c["Care"]\n  curve x["One"]{3, 4, 5}', "Speed"],
  treemap: ['treemap-beta\n  "Root"\n    "Leaf one": 10\n    "Leaf two": 20', "Leaf one"],
  treeView: ['treeView-beta\n  "docs"\n    "guide.md"', "guide.md"],
  venn: ['venn-beta\n  set A["Cats"]\n  set B["Dogs"]\n  union A,B["Pets"]', "Cats"],
  ishikawa: ["ishikawa-beta\n  Late\n    People\n      Ill\n    Tools", "People"],
  info: ["info", "v12"],
};
