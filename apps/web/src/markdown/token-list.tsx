import type { MarkedToken, Token, Tokens } from "marked";
import { createElement } from "preact";
import type { JSX } from "preact";
import { strings } from "../strings/strings.ts";
import { CodeBlock } from "./code-block.tsx";
import { Diagram } from "./diagram.tsx";
import { isClosedFence, languageOf } from "./fence.ts";
import { inlineHtml } from "./inline-html.ts";
import { Table } from "./table.tsx";

export interface TokenListProps {
  readonly tokens: readonly Token[];
  readonly isStreaming: boolean;
  /** Lists and quotes around it. */
  readonly depth?: number | undefined;
}

/** Deeper ones are shown as text. */
const maxDepth = 24;

/** Blocks, one after the other. */
export function TokenList({ tokens, isStreaming, depth = 0 }: TokenListProps): JSX.Element {
  return (
    <>
      {tokens.map((token, index) => {
        const isLast = isStreaming && index === tokens.length - 1;
        // The lexer makes no others: no extension is in use.
        return <BlockToken key={index} token={token as MarkedToken} isStreaming={isLast} depth={depth} />;
      })}
    </>
  );
}

interface BlockTokenProps {
  readonly token: MarkedToken;
  readonly isStreaming: boolean;
  readonly depth: number;
}

function BlockToken({ token, isStreaming, depth }: BlockTokenProps): JSX.Element | null {
  switch (token.type) {
    case "space":
    case "def":
    case "checkbox":
      return null;
    case "heading":
      // The page has the first two levels.
      return <Line tag={`h${Math.min(token.depth + 2, 6)}`} tokens={token.tokens} />;
    case "paragraph":
      return <Line tag="p" tokens={token.tokens} />;
    case "text":
      return <Line tag="p" tokens={token.tokens ?? [token]} />;
    case "hr":
      return <hr />;
    case "code": {
      const language = languageOf(token);
      const isOpen = isStreaming && !isClosedFence(token);
      return language === "mermaid" ? (
        <Diagram source={token.text} isOpen={isOpen} />
      ) : (
        <CodeBlock text={token.text} language={language} />
      );
    }
    case "table":
      return <Table token={token} />;
    case "blockquote":
      if (depth >= maxDepth) return <Plain text={token.raw} />;
      return (
        <blockquote dir="auto">
          <TokenList tokens={token.tokens} isStreaming={isStreaming} depth={depth + 1} />
        </blockquote>
      );
    case "list":
      if (depth >= maxDepth) return <Plain text={token.raw} />;
      return <List token={token} isStreaming={isStreaming} depth={depth} />;
    default:
      return <Plain text={token.raw} />;
  }
}

/** Text as it is, such as HTML that somebody wrote. */
function Plain({ text }: { readonly text: string }): JSX.Element {
  return (
    <p class="as-is" dir="auto">
      {text.trimEnd()}
    </p>
  );
}

function Line({ tag, tokens }: { readonly tag: string; readonly tokens: readonly Token[] }): JSX.Element {
  return createElement(tag, { dir: "auto", dangerouslySetInnerHTML: { __html: inlineHtml(tokens) } });
}

interface ListProps extends Omit<BlockTokenProps, "token"> {
  readonly token: Tokens.List;
}

function List({ token, isStreaming, depth }: ListProps): JSX.Element {
  const items = token.items.map((item, index) => (
    <li key={index} class={item.task ? "task" : undefined} dir="auto">
      {item.task && (
        <input
          type="checkbox"
          checked={item.checked === true}
          disabled
          aria-label={item.checked === true ? strings.canvas.done : strings.canvas.notDone}
        />
      )}
      <div>
        <TokenList
          tokens={item.tokens}
          isStreaming={isStreaming && index === token.items.length - 1}
          depth={depth + 1}
        />
      </div>
    </li>
  ));
  const { start } = token;
  return token.ordered ? <ol start={start === "" ? undefined : start}>{items}</ol> : <ul>{items}</ul>;
}
