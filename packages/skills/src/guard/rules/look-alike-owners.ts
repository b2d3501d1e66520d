import { excerptOf } from "../finding.ts";
import type { SkillFinding } from "../finding.ts";
import type { Span } from "../read-spans.ts";
import { editDistanceIsOne } from "./package-names.ts";

/** Where a name is brought from by its owner, and the owners and names that many use there. */
interface Shelf {
  readonly pattern: RegExp;
  readonly known: readonly string[];
}

// oxfmt-ignore
const shelves: readonly Shelf[] = [
  // Steps of a workflow.
  { pattern: /\buses:\s*["']?([\w.-]{4,40})\/[\w.-]+/g, known: "actions github docker hashicorp pnpm azure aws-actions google-github-actions softprops codecov peter-evans dorny ruby oven-sh astral-sh denoland gradle".split(" ") },
  // Modules of Go.
  { pattern: /\bgithub\.com\/([\w.-]{4,40})\/[\w.-]+(?=\s+v\d|@v\d|@latest)/g, known: "gorilla spf13 sirupsen stretchr gin-gonic prometheus hashicorp google golang labstack gofiber pkg uber-go urfave charmbracelet".split(" ") },
  // Images.
  { pattern: /(?:\bimage:\s*["']?|^\s*FROM\s+|\bdocker (?:run|pull)\s(?:-\S+\s){0,6})(?:docker\.io\/)?(?:library\/)?([a-z][\w.-]{3,40})(?=[:/@\s"']|$)/gm, known: "postgres redis mysql mariadb mongo nginx python golang ubuntu debian alpine busybox httpd memcached rabbitmq elasticsearch grafana prometheus traefik wordpress bitnami hashicorp".split(" ") },
  { pattern: /^\s*gem\s+["']([\w-]{4,40})["']/gm, known: "nokogiri rails sinatra rspec rest-client bundler sidekiq devise faraday httparty rubocop capybara selenium-webdriver activerecord activesupport aws-sdk jekyll dotenv".split(" ") },
  { pattern: /^\s*([a-z][\w-]{3,40})\s*=\s*(?:"[\^~=]?\d|\{[^}\n]{0,80}version)/gm, known: "serde serde_json tokio reqwest rust_decimal anyhow thiserror chrono tracing futures hyper regex rayon itertools bytes base64 lazy_static once_cell".split(" ") },
  // Scopes of npm.
  { pattern: /@([A-Za-z][\w.-]{3,40})\/[\w.-]+/g, known: "anthropic-ai modelcontextprotocol openai google microsoft types babel aws-sdk angular nestjs playwright prisma testing-library typescript-eslint supabase sentry".split(" ") },
  // Models.
  { pattern: /["'`]([\w.-]{4,40})\/[\w.-]+["'`]/g, known: "google-bert openai meta-llama mistralai facebook microsoft stabilityai sentence-transformers huggingface deepseek-ai".split(" ") },
];

/** Real ones that look alike. */
const honest: ReadonlySet<string> = new Set(
  "action-owner mongodb postgis pythons redislabs ruby-actions rustls".split(" "),
);

/** Names of steps, modules, images, gems, crates, scopes and models that are a slip of one that many use. */
export function lookAlikeOwnerFindings(span: Span): readonly SkillFinding[] {
  return shelves.flatMap(({ pattern, known }) =>
    [...span.text.matchAll(pattern)].flatMap((match): SkillFinding[] => {
      const like = likeKnown(match[1] ?? "", known);
      if (like === undefined) return [];
      return [
        {
          rule: "supply-chain.look-alike-owner",
          risk: "supply-chain",
          severity: "high",
          file: span.file,
          line: span.line + span.text.slice(0, match.index).split("\n").length - 1,
          message: `Takes something from "${match[1] ?? ""}", which looks like "${like}".`,
          excerpt: excerptOf(match[0]),
        },
      ];
    }),
  );
}

function likeKnown(name: string, known: readonly string[]): string | undefined {
  const lower = name.toLowerCase();
  if (known.includes(lower) || honest.has(lower)) return undefined;
  return known.find(
    (other) =>
      other.length >= 5 &&
      (editDistanceIsOne(lower, other) ||
        [`${other}-official`, `${other}-sdk`, `${other}-team`, `official-${other}`].includes(lower)),
  );
}
