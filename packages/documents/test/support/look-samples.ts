export type Script = "latin" | "chinese" | "arabic";
export type Template = "report" | "letter" | "resume" | "slides";

interface Words {
  readonly lang: string;
  readonly title: string;
  readonly author: string;
  readonly sender: string;
  readonly recipient: string;
  readonly signature: string;
  readonly section: string;
  readonly heading: string;
  readonly text: string;
  readonly note: string;
  readonly points: readonly [string, string, string];
  readonly tasks: readonly [string, string];
  readonly table: readonly (readonly [string, string, string])[];
  readonly quote: string;
  readonly caption: string;
  readonly last: string;
}

const words: Readonly<Record<Script, Words>> = {
  latin: {
    lang: "en",
    title: "The quarterly report",
    author: "Ada Example",
    sender: "Ada Example\n12 Garden Street\nBristol BS1 4ND",
    recipient: "Mr Ben Sample\nSample Limited\n3 Harbour Road\nPlymouth PL1 3DJ",
    signature: "Ada Example\nHead of Sales",
    section: "Results",
    heading: "What was sold",
    text: "Sales of tea went up by **twelve per cent**, those of *coffee* stayed where they were, and `stock.csv` has ~~all~~ most of it. More is told by the [yearly report](https://example.org/report), which is read by everybody who has to plan for the year that comes.",
    note: "Without the branch in Leeds, which opened in June.",
    points: ["Tea is bought in spring", "Coffee is bought all year", "Robusta for the machines"],
    tasks: ["Ask for prices", "Sign the contract"],
    table: [
      ["Product", "What it is for", "Amount"],
      ["Tea", "Mornings in the office, and guests who ask for it", "4711"],
      ["Coffee", "Everything else", "12345"],
    ],
    quote: "Whoever counts twice errs once.",
    caption: "Sales by month",
    last: "Outlook",
  },
  chinese: {
    lang: "zh-CN",
    title: "季度报告",
    author: "王小明",
    sender: "王小明\n北京市海淀区中关村大街一号",
    recipient: "李华 先生\n样品有限公司\n上海市浦东新区世纪大道八号",
    signature: "王小明\n销售部经理",
    section: "结果",
    heading: "销售情况",
    text: "茶叶的销售额增长了**百分之十二**,*咖啡*则保持不变,文件 `stock.csv` 里有~~全部~~大部分数据。更多内容请看[年度报告](https://example.org/report),每一位为来年做计划的人都会阅读这份报告,它说明了各个地区的情况,也说明了价格的变化。",
    note: "不包括六月开业的分店。",
    points: ["茶叶在春天采购", "咖啡全年采购", "机器使用罗布斯塔豆"],
    tasks: ["询问价格", "签订合同"],
    table: [
      ["产品", "用途", "数量"],
      ["茶叶", "办公室的早晨,以及来访的客人", "4711"],
      ["咖啡", "其他所有场合", "12345"],
    ],
    quote: "数两遍的人只错一次。",
    caption: "每月销售额",
    last: "展望",
  },
  arabic: {
    lang: "ar",
    title: "التقرير الفصلي",
    author: "ليلى حسن",
    sender: "ليلى حسن\nشارع الحديقة ١٢\nالقاهرة",
    recipient: "السيد سامي علي\nشركة النماذج المحدودة\nطريق الميناء ٣، الإسكندرية",
    signature: "ليلى حسن\nمديرة المبيعات",
    section: "النتائج",
    heading: "ما تم بيعه",
    text: "ارتفعت مبيعات الشاي **بنسبة اثني عشر بالمئة**، وبقيت مبيعات *القهوة* كما هي، وفي الملف `stock.csv` ~~كل~~ معظم البيانات. والمزيد في [التقرير السنوي](https://example.org/report) الذي يقرؤه كل من يخطط للسنة القادمة ويريد أن يعرف كيف تغيرت الأسعار في المناطق كلها.",
    note: "من دون الفرع الذي افتتح في يونيو.",
    points: ["يُشترى الشاي في الربيع", "تُشترى القهوة طوال السنة", "روبوستا للآلات"],
    tasks: ["السؤال عن الأسعار", "توقيع العقد"],
    table: [
      ["المنتج", "الغرض", "الكمية"],
      ["شاي", "صباح المكتب والضيوف الذين يطلبونه", "4711"],
      ["قهوة", "كل ما عدا ذلك", "12345"],
    ],
    quote: "من عدّ مرتين أخطأ مرة.",
    caption: "المبيعات حسب الشهر",
    last: "التوقعات",
  },
};

const indented = (text: string): string => text.replaceAll("\n", "\n  ");

/** Everything that a document can have, in one script, with what a template has of its own. */
function sample(script: Script, template: Template): string {
  const own = words[script];
  const [header = [], ...rows] = own.table;
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const letter =
    template === "letter"
      ? `sender: |\n  ${indented(own.sender)}\nrecipient: |\n  ${indented(own.recipient)}\nsignature: |\n  ${indented(own.signature)}\n`
      : "";
  return `---
title: ${own.title}
author: ${own.author}
date: 2026-11-29
lang: ${own.lang}
toc: ${template === "letter" ? "false" : "true"}
${letter}---

# ${own.section}

## ${own.heading}

${own.text}[^1]

- ${own.points[0]}
- ${own.points[1]}
  - ${own.points[2]}

1. ${own.points[1]}
2. ${own.points[0]}

- [x] ${own.tasks[0]}
- [ ] ${own.tasks[1]}

> ${own.quote}

${row(header)}
| --- | --- | ---: |
${rows.map(row).join("\n")}

\`\`\`js
const answer = 42; // a comment
console.log(answer);
\`\`\`

![${own.caption}](picture.png)

[^1]: ${own.note}

## ${own.last}

${own.quote}
`;
}

export const scripts: readonly Script[] = ["latin", "chinese", "arabic"];

export const samples: Readonly<Record<Script, (template: Template) => string>> = {
  latin: (template) => sample("latin", template),
  chinese: (template) => sample("chinese", template),
  arabic: (template) => sample("arabic", template),
};

/** Words of the text, in the order in which they stand in every format. */
export function wordsOf(script: Script): readonly string[] {
  const { section, heading, points, tasks, table, caption, last } = words[script];
  const [, ...rows] = table;
  return [
    ...[section, heading, ...points, ...tasks],
    ...rows.flatMap(([name]) => [name]),
    ...["answer = 42", caption, last],
  ];
}
