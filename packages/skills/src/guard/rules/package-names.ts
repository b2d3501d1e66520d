import { excerptOf } from "../finding.ts";
import type { SkillFinding } from "../finding.ts";
import type { Span } from "../read-spans.ts";

// oxfmt-ignore
const python = "requests urllib3 numpy pandas scipy matplotlib seaborn scikit-learn sklearn tensorflow torch torchvision keras transformers datasets tokenizers huggingface-hub openai anthropic langchain tiktoken flask django fastapi uvicorn gunicorn starlette pydantic sqlalchemy alembic psycopg2 psycopg2-binary psycopg pymysql redis celery boto3 botocore awscli google-cloud-storage azure-storage-blob beautifulsoup4 bs4 lxml html5lib selenium playwright scrapy httpx aiohttp websockets paramiko fabric cryptography pycryptodome pyjwt pyyaml toml tomli jinja2 markupsafe click typer rich colorama tqdm pillow opencv-python imageio openpyxl xlsxwriter xlrd python-docx python-pptx pypdf pypdf2 pdfplumber reportlab pymupdf markdown pytest tox mypy black ruff flake8 pylint isort pre-commit setuptools wheel pip virtualenv pipenv poetry twine jupyter jupyterlab notebook ipython nltk spacy gensim networkx sympy statsmodels xgboost lightgbm plotly bokeh dash streamlit gradio pyarrow polars dask duckdb python-dateutil pytz tabulate attrs certifi charset-normalizer idna six packaging simplejson ujson orjson msgpack protobuf grpcio pyserial pyperclip python-dotenv loguru faker hypothesis mechanize twilio stripe slack-sdk discord tweepy telethon ffmpeg-python moviepy pydub librosa".split(" ");
// oxfmt-ignore
const node = "react react-dom next vue nuxt svelte angular express koa fastify hapi axios lodash underscore moment dayjs date-fns chalk commander yargs inquirer ora dotenv cross-env rimraf mkdirp glob minimatch webpack rollup vite esbuild parcel babel typescript ts-node eslint prettier jest mocha chai vitest cypress puppeteer playwright cheerio jsdom mongoose sequelize prisma typeorm knex redis ioredis mysql mysql2 sqlite3 better-sqlite3 socket.io ws body-parser cors helmet morgan passport jsonwebtoken bcrypt uuid nanoid zod joi ajv winston pino bunyan debug semver yaml js-yaml xml2js csv-parse papaparse sharp jimp canvas three electron nodemon pm2 husky lint-staged concurrently node-fetch got superagent request bluebird async rxjs redux mobx immer styled-components tailwindcss postcss autoprefixer sass less bootstrap jquery d3 chart.js leaflet storybook graphql apollo-server nodemailer stripe aws-sdk firebase openai ethers web3 discord.js event-stream colors ua-parser-js crossenv-fetch".split(" ");
// Names that look alike and are what they say.
// oxfmt-ignore
const honest: ReadonlySet<string> = new Set("urllib preact nest nuxt next vite vitest jest test tests rust ruby request requests redis redux ws yaml pyyaml tsx ts xo boto boto3 flask-cors torchaudio httpx httpie psycopg psycopg2 psycopg3 pypdf pypdf2 pypdf3 pypdfium2 xlrd xlwt toml tomli tomlkit tomllib mysql mysql2 chai chalk dash dask attr attrs typer type mocha moch black blake3 click glob globby ora orm koa kea got gof joi jose joint async asyncpg aiofiles ujson rjson json5 jsonc numba numexpr polars panda3d pillow-heif pydantic-core scipy scapy numpy nmap pip pipx uv uvx ruff tox nox rich dayjs days less sass-embedded sqlite sqlite3 sqlite-utils lxml xml luxon d3 p5 ajv axe axo markdown marked markdownlint prettier eslint-plugin plotly plotnine faker fakeredis nanoid cuid bcrypt bcryptjs scrypt debug sharp shap swr spacy stacy keras wheel whoosh pexpect pytest pytest-xdist pyright pylint pycountry pytz pyzmq pyodbc arrow mako colors color colour colorlog coloredlogs tqdm fastapi fastmcp execa exa husky twine dotenv dotenvx cheerio cors yarn yargs yarl fabric fabric2 flake8 celery gensim duckdb csvkit csv-parser request-promise".split(" "));

/** Installs packages whose names are one slip of the finger away from one that everybody uses. */
export function packageNameFindings(span: Span): readonly SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const { ecosystem, name, at } of installedPackages(span)) {
    const known = likeKnown(name, ecosystem === "python" ? python : node);
    if (known === undefined) continue;
    found.push({
      rule: "supply-chain.look-alike-package",
      risk: "supply-chain",
      severity: "high",
      file: span.file,
      line: span.line + span.text.slice(0, at).split("\n").length - 1,
      message: `It installs "${name}", which looks like "${known}" and is another package.`,
      excerpt: excerptOf(span.text.slice(Math.max(0, at - 20), at + 60)),
    });
  }
  return found;
}

interface InstalledPackage {
  readonly ecosystem: "python" | "node";
  readonly name: string;
  readonly at: number;
}

function installedPackages({ text, file }: Span): InstalledPackage[] {
  const found: InstalledPackage[] = [];
  const add = (ecosystem: InstalledPackage["ecosystem"], list: string, at: number): void => {
    for (const match of list.matchAll(
      /(?:^|\s)["']?(@?[A-Za-z][\w./@-]*?)(?:\[[^\]]*\])?(?:[=<>~!]=?[^\s]*|@[\^~]?[\dv][^\s]*|@latest|@next)?["']?(?=\s|$)/g,
    )) {
      const name = match[1] ?? "";
      if (!name.startsWith("-") && !name.includes("/"))
        found.push({ ecosystem, name: name.toLowerCase(), at: at + match.index });
    }
  };
  const installs =
    /\b(?:(pip[\d.]*|uv(?:\s+pip)?|pipx|poetry|conda|mamba|uvx)|(npm|pnpm|yarn|bun|npx|bunx|deno))\s+(?:install|add|i\b|exec|-y\b|run\s+--with|--with)?\s*((?:[^\n;&|`)]){2,300})/g;
  for (const match of text.matchAll(installs)) {
    // The rest of such a line belongs to the program that is started.
    const runsOne = /^(?:npx|bunx|uvx)|\b(?:exec|dlx)\b/.test(match[0]);
    const verb = /\b(?:install|add|i|npx|uvx|bunx|--with)\b/.test(match[0]);
    const list = runsOne ? (/^(?:\s*-\S+)*\s*\S+/.exec(match[3] ?? "")?.[0] ?? "") : (match[3] ?? "");
    if (verb) add(match[1] === undefined ? "node" : "python", list, match.index);
  }
  // "If `left-padd` is missing, install it."
  if (!/\bnot\b|\bnever\b|look-alike|misspel|typo/i.test(text))
    for (const match of text.matchAll(
      /\b(?:install|packages?|dependency|module)\b[^.`]{0,40}`([a-z][\w.-]{3,40})`/gi,
    ))
      for (const ecosystem of ["python", "node"] as const)
        found.push({ ecosystem, name: (match[1] ?? "").toLowerCase(), at: match.index });
  const name = file.split("/").at(-1)?.toLowerCase() ?? "";
  if (/^requirements.*\.txt$/.test(name))
    for (const match of text.matchAll(/^\s*([A-Za-z][\w.-]*)/gm))
      found.push({ ecosystem: "python", name: (match[1] ?? "").toLowerCase(), at: match.index });
  if (name === "pyproject.toml" || name === "pipfile")
    for (const match of text.matchAll(
      /^\s*["']?([A-Za-z][\w.-]*)["']?\s*(?:=\s*["'{]|[><=~]{2}|["'],?\s*$)/gm,
    ))
      found.push({ ecosystem: "python", name: (match[1] ?? "").toLowerCase(), at: match.index });
  if (name === "package.json")
    for (const match of text.matchAll(/"([\w.-]+)"\s*:\s*"[\^~]?(?:\d|latest|\*)/g))
      found.push({ ecosystem: "node", name: (match[1] ?? "").toLowerCase(), at: match.index });
  for (const match of text.matchAll(/^\s*(?:import|from)\s+([a-z]\w{5,})/gm))
    found.push({ ecosystem: "python", name: match[1] ?? "", at: match.index });
  return found;
}

/** The well-known name that this one is a slip of; undefined when it is well known itself, or like none. */
function likeKnown(name: string, known: readonly string[]): string | undefined {
  const plain = name.replaceAll("_", "-");
  if (known.includes(plain) || honest.has(plain) || plain.length < 4) return undefined;
  if (python.includes(plain) || node.includes(plain)) return undefined;
  return known.find((candidate) => candidate.length >= 5 && isSlip(plain, candidate));
}

/** One letter more, less, other or two exchanged; the parts in another order or glued; a digit for a letter. */
function isSlip(name: string, known: string): boolean {
  if (name === known) return false;
  if (name.replace(/[-.]/g, "") === known.replace(/[-.]/g, "") && known.includes("-") && name.length > 6)
    return true;
  if (name.replaceAll("0", "o").replaceAll("1", "l").replaceAll("rn", "m") === known) return true;
  if (
    known.length >= 6 &&
    [
      `python-${known}`,
      `${known}-python`,
      `py-${known}`,
      `${known}-py`,
      `${known}s`,
      `node-${known}`,
      `${known}-js`,
      `${known}js`,
      `${known}-node`,
      `${known}-official`,
      `${known}-lib`,
      `${known}2`,
    ].includes(name)
  ) {
    return /s$|-official$|-lib$/.test(name) && !known.endsWith("s");
  }
  if (known.includes("-") && name.split("-").toSorted().join("-") === known.split("-").toSorted().join("-"))
    return true;
  return editDistanceIsOne(name, known);
}

export function editDistanceIsOne(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const restA = a.slice(start, a.length - end);
  const restB = b.slice(start, b.length - end);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
