// Is loaded with the first code block: nothing of it is in the first load.
import highlighter from "highlight.js/lib/core";
import type { Emitter, LanguageFn } from "highlight.js";
import bash from "highlight.js/lib/languages/bash";
import c from "highlight.js/lib/languages/c";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import dockerfile from "highlight.js/lib/languages/dockerfile";
import go from "highlight.js/lib/languages/go";
import ini from "highlight.js/lib/languages/ini";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import kotlin from "highlight.js/lib/languages/kotlin";
import markdown from "highlight.js/lib/languages/markdown";
import php from "highlight.js/lib/languages/php";
import python from "highlight.js/lib/languages/python";
import ruby from "highlight.js/lib/languages/ruby";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import swift from "highlight.js/lib/languages/swift";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";

/** What a piece of code is; each has a colour in `markdown.css`. */
export type CodeMark = "comment" | "keyword" | "string" | "name" | "number" | "added" | "removed" | "strong";

export interface CodeSpan {
  readonly text: string;
  readonly mark: CodeMark | undefined;
}

/** @returns undefined for a language that isn't known, and for code that is too long. */
export type Highlight = (code: string, language: string) => readonly CodeSpan[] | undefined;

/** Their other names, such as `ts`, `sh`, `html` and `toml`, each brings along. */
const languages: Readonly<Record<string, LanguageFn>> = {
  ...{ bash, c, cpp, csharp, css, diff, dockerfile, go, ini, java, javascript, json, kotlin, markdown },
  ...{ php, python, ruby, rust, sql, swift, typescript, xml, yaml },
};

/** The part of a scope's name before its first dot. */
const marks: Readonly<Record<string, CodeMark>> = {
  ...{ comment: "comment", quote: "comment", meta: "comment", doctag: "comment" },
  ...{
    keyword: "keyword",
    literal: "keyword",
    built_in: "keyword",
    name: "keyword",
    "selector-tag": "keyword",
  },
  ...{ string: "string", regexp: "string", code: "string" },
  ...{ title: "name", type: "name", attr: "name", attribute: "name", property: "name", symbol: "name" },
  ...{
    "selector-class": "name",
    "selector-id": "name",
    "selector-attr": "name",
    variable: "name",
    link: "name",
  },
  ...{ number: "number", bullet: "number", addition: "added", deletion: "removed" },
  ...{ section: "strong", strong: "strong" },
};

const maxChars = 20_000;

export function createHighlight(): Highlight {
  const own = highlighter.newInstance();
  for (const [name, language] of Object.entries(languages)) own.registerLanguage(name, language);
  own.configure({ __emitter: SpanEmitter });
  return (code, language) => {
    if (code.length > maxChars || own.getLanguage(language) === undefined) return undefined;
    const { _emitter } = own.highlight(code, { language, ignoreIllegals: true });
    return _emitter instanceof SpanEmitter ? _emitter.spans : undefined;
  };
}

/** Takes the place of the one that writes HTML. */
class SpanEmitter implements Emitter {
  readonly spans: CodeSpan[] = [];
  readonly #scopes: (CodeMark | undefined)[] = [];

  addText(text: string): void {
    if (text === "") return;
    const mark = this.#scopes.findLast((each) => each !== undefined);
    const last = this.spans.at(-1);
    if (last !== undefined && last.mark === mark) this.spans.splice(-1, 1, { text: last.text + text, mark });
    else this.spans.push({ text, mark });
  }

  startScope(name: string): void {
    this.#scopes.push(marks[name.split(".", 1)[0] ?? ""]);
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(name: string): void {
    this.startScope(name);
  }

  closeNode(): void {
    this.endScope();
  }

  __addSublanguage(emitter: Emitter): void {
    if (emitter instanceof SpanEmitter) this.spans.push(...emitter.spans);
  }

  finalize(): void {
    // Whatever is open ends with the code.
    this.#scopes.length = 0;
  }

  toHTML(): string {
    return "";
  }
}
