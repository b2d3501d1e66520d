import type { Template } from "../document-model.ts";

/** What systems call their fonts for scripts: macOS, Windows, Linux. */
const fonts = {
  zh: '"PingFang SC","Microsoft YaHei","Noto Sans CJK SC","Droid Sans Fallback"',
  hant: '"PingFang TC","Microsoft JhengHei","Noto Sans CJK TC","Droid Sans Fallback"',
  ja: '"Hiragino Sans","Yu Gothic","Noto Sans CJK JP","Droid Sans Fallback"',
  ko: '"Apple SD Gothic Neo","Malgun Gothic","Noto Sans CJK KR","Droid Sans Fallback"',
  ar: '"Geeza Pro","Segoe UI","Noto Naskh Arabic","Noto Sans Arabic"',
} as const;

const shared = `
*{box-sizing:border-box}
html{font:17px/1.6 system-ui,"Segoe UI","Noto Sans",Arial,${fonts.zh},${fonts.ar},sans-serif;color:#1f2328;background:#fff}
html:lang(ja){font-family:${fonts.ja},system-ui,sans-serif}html:lang(ko){font-family:${fonts.ko},system-ui,sans-serif}
html:lang(zh){font-family:${fonts.zh},system-ui,sans-serif}html:lang(zh-TW),html:lang(zh-HK),html:lang(zh-Hant){font-family:${fonts.hant},system-ui,sans-serif}
html:lang(ar),html:lang(fa),html:lang(ur){font-family:${fonts.ar},system-ui,sans-serif;line-height:1.75}
body{margin:0 auto;padding:3.5rem 1.5rem;max-width:46rem;overflow-wrap:break-word}
h1,h2,h3,h4,h5,h6{line-height:1.25;margin:2em 0 .6em;color:#12263f;break-after:avoid}
h1{font-size:1.8rem}h2{font-size:1.4rem}h3{font-size:1.15rem}h4,h5,h6{font-size:1rem}
header{border-block-end:2px solid #1f4e79;margin-block-end:2rem;padding-block-end:1rem}
header h1{margin:0;font-size:2.2rem}header p{margin:.6rem 0 0;color:#57606a}
p,ul,ol,pre,table,blockquote,figure{margin:0 0 1em}
li>p{margin:.2em 0}li>ul,li>ol{margin:.2em 0}
li.task{list-style:none;margin-inline-start:-1.3em}
a{color:#0b5cad}
code,pre{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:.86em}
code{background:#f2f4f7;padding:.1em .3em;border-radius:4px}
pre{background:#f6f8fa;border:1px solid #dde3ea;border-radius:6px;padding:.9em 1em;white-space:pre-wrap;direction:ltr;text-align:left}
pre code{background:none;padding:0;font-size:1em}
table{border-collapse:collapse;width:100%;font-size:.94em}
thead{display:table-header-group}tr{break-inside:avoid}
th{background:#eaf1f8;text-align:start;border-block-end:2px solid #1f4e79}
tbody tr:nth-child(even){background:#f7f9fb}
th,td{padding:.45em .7em;vertical-align:top}td{border-block-end:1px solid #d5dce4}
blockquote{margin-inline:0;padding-inline-start:1em;border-inline-start:4px solid #9db8d3;color:#48535e}
figure{text-align:center;break-inside:avoid}img{max-width:100%;height:auto}figcaption{color:#57606a;font-size:.88em}
hr{border:0;border-block-start:1px solid #ccd4dd;margin:2em 0}
nav{margin-block-end:2.5rem}nav p{font-weight:600;font-size:1.15rem;color:#12263f;margin:0 0 .5rem}nav ul{list-style:none;padding:0}nav li{margin:.2em 0}
sup{line-height:0}sup a{text-decoration:none}
footer{margin-block-start:3rem;border-block-start:1px solid #ccd4dd;padding-block-start:1rem;font-size:.86em;color:#48535e}
.break{break-after:page}
@page{margin:22mm 20mm}
@media print{html{font-size:11pt}body{padding:0;max-width:none}a{color:inherit}}
`;

const own: Readonly<Record<Template, string>> = {
  report: "",
  letter:
    "header{border:0}header p{color:inherit;margin:0 0 2rem}.sender,.date{text-align:end}.subject{font-weight:600}.signature{margin-block-start:4.5rem}",
  resume:
    "html{font-size:15.5px;line-height:1.5}h2{border-block-end:1px solid #9db8d3;margin:1.5em 0 .5em;font-size:1.2rem}h3{margin:1em 0 .3em}p,ul{margin-block-end:.6em}",
  slides:
    "html{font-size:22px}body{max-width:60rem}section{min-height:75vh;padding-block:2rem;border-block-end:1px solid #ccd4dd}section.part{display:grid;align-content:center}section.part h1{font-size:2.4rem}section>h1:first-child,section>h2:first-child{margin-block-start:0}@page{size:13.33in 7.5in}@media print{section{break-after:page;border:0;min-height:0}}",
};

export function documentCss(template: Template): string {
  return (shared + own[template]).trim();
}
