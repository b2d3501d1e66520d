import { excerptOf } from "../finding.ts";
import type { SkillFinding } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { stanceOf } from "../stance.ts";
import { unfold } from "../unfold.ts";
import { hostsOf, readFlow } from "./flow-rules.ts";
import type { FlowOptions } from "./flow-rules.ts";

/** What only the files together show: one takes, another sends; a program talks to a host that nobody is told of. */
export function packageFlowFindings(spans: readonly Span[], options: FlowOptions): readonly SkillFinding[] {
  const programs = spans
    .filter(({ kind }) => kind === "script" || kind === "block" || kind === "command")
    .map((span) => ({ span, text: unfold(span.text).text }));
  return [...acrossFiles(programs), ...programs.flatMap((program) => unknownHost(program, options))];
}

interface Program {
  readonly span: Span;
  readonly text: string;
}

function acrossFiles(programs: readonly Program[]): SkillFinding[] {
  const flows = programs
    .filter(({ span }) => stanceOf(span, 0, span.text.length) === "does")
    .map((program) => ({ ...program, flow: readFlow(program.text) }));
  // A program may send on its own; a command in the text must name a host that isn't this machine.
  const sender = flows.find(
    ({ span, flow }) =>
      flow.sink !== undefined &&
      (span.kind === "script" || flow.hosts.length > 0) &&
      !flow.hosts.some((host) => /^(?:localhost|127\.)/.test(host)),
  );
  if (sender === undefined) return [];
  return flows
    .filter(({ span, flow }) => span !== sender.span && isCollecting(span, flow))
    .map(({ span, text, flow }) => {
      const at = flow.environment ?? flow.privateThing ?? flow.secretFile ?? 0;
      return {
        rule: "exfiltration.across-files",
        risk: "exfiltration",
        severity: "high",
        file: span.file,
        line: span.line + text.slice(0, at).split("\n").length - 1,
        message: `It collects what is private, and ${sender.span.file} sends data away.`,
        excerpt: excerptOf(text.slice(at, at + 100)),
      };
    });
}

/** Commands of a text often name a file with keys to say that it is used; a program that reads it takes it. */
function isCollecting(span: Span, flow: ReturnType<typeof readFlow>): boolean {
  if (flow.privateThing !== undefined) return true;
  return span.kind === "script" && (flow.environment !== undefined || flow.secretFile !== undefined);
}

/** Sending to a fixed host that no sentence of the skill names, by a program whose purpose has nothing to do with it. */
function unknownHost({ span, text }: Program, { told, purpose }: FlowOptions): SkillFinding[] {
  if (span.kind !== "script") return [];
  const sends =
    /\b(?:requests|httpx|session|client)\.(?:post|put|patch)\s*\(|urlopen\s*\([^)\n]*(?:data\s*=|,)|\bdata\s*=[^\n]*\burlopen|method["']?\s*[:=]\s*["']?(?:POST|PUT)|curl\b[^\n]*(?:\s-d|\s-F|\s-T|--data|--form|--upload-file|-X\s*P)|sendBeacon|--post-(?:data|file)|\.send\w*\s*\(|\bnc\b|Invoke-\w+[^\n]*-Method\s+P|axios\.(?:post|put)|smtplib/.exec(
      text,
    );
  if (sends === null) return [];
  const unknown = hostsOf(text).find(
    (host) =>
      !/^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)/.test(host) &&
      !told.includes(host) &&
      !wordsOf(host).some((word) => purpose.includes(word)) &&
      !isPlaceholder(host),
  );
  if (unknown === undefined) return [];
  return [
    {
      rule: "exfiltration.untold-host",
      risk: "exfiltration",
      severity: "high",
      file: span.file,
      line: span.line + text.slice(0, sends.index).split("\n").length - 1,
      message: `It sends data to ${unknown}, which the skill doesn't mention.`,
      excerpt: excerptOf(text.slice(sends.index, sends.index + 100)),
    },
  ];
}

/** `api.weather.gov` → `weather`. */
function wordsOf(host: string): string[] {
  return host
    .split(/[.-]/)
    .slice(0, -1)
    .filter(
      (word) =>
        word.length > 3 && !["https", "static", "data", "mail", "smtp", "cloud", "hooks"].includes(word),
    );
}

function isPlaceholder(host: string): boolean {
  return /^(?:your[-\w]*|my[-\w]*|host(?:name)?|server|example|target|www)\.(?:com|example|org|net|local|host|tld)$|^(?:[\w-]+\.)*example\.(?:com|org|net)$|^\w+$/.test(
    host,
  );
}
