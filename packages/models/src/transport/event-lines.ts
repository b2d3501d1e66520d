/**
 * Takes server-sent events apart: the data of each event, lines joined, as soon as its end is seen.
 *
 * Ends of lines may be LF, CRLF or CR; comments, other fields and a byte order mark are skipped. A last event
 * without the empty line after it still counts. The text may be cut anywhere.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream
 */
export class EventLines {
  readonly #onData: (data: string) => void;
  /** The beginning of a line whose end has not come yet. */
  #rest = "";
  #data: string | undefined;
  #isStart = true;
  #skipLineFeed = false;
  /** True once there was the data of an event. */
  sawEvent = false;
  /** The first line that belongs to no event stream, as long as there was no event. */
  strange = "";

  constructor(onData: (data: string) => void) {
    this.#onData = onData;
  }

  push(chunk: string): void {
    if (chunk === "") return;
    let text = this.#unified(chunk);
    if (this.#isStart && text !== "") {
      this.#isStart = false;
      if (text.startsWith("\uFEFF")) text = text.slice(1);
    }
    let start = 0;
    let end = text.indexOf("\n");
    if (end === -1) {
      this.#rest += text;
      return;
    }
    if (this.#rest !== "") {
      this.#line(this.#rest + text.slice(0, end));
      this.#rest = "";
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    while (end !== -1) {
      this.#lineAt(text, start, end);
      start = end + 1;
      end = text.indexOf("\n", start);
    }
    if (start < text.length) this.#rest = text.slice(start);
  }

  /** No more text will come. */
  end(): void {
    if (this.#rest !== "") this.#line(this.#rest);
    this.#rest = "";
    this.#dispatch();
  }

  /** The text with LF as the only end of line. */
  #unified(chunk: string): string {
    const text = this.#skipLineFeed && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    this.#skipLineFeed = false;
    if (!text.includes("\r")) return text;
    // CR ends a line by itself, so that nothing has to wait to see whether LF follows in the next chunk.
    this.#skipLineFeed = text.endsWith("\r");
    return text.replace(/\r\n?/g, "\n");
  }

  #line(line: string): void {
    this.#lineAt(line, 0, line.length);
  }

  #lineAt(text: string, start: number, end: number): void {
    if (start === end) this.#dispatch();
    else if (text.startsWith("data:", start)) {
      const from = text.charCodeAt(start + 5) === 32 && start + 5 < end ? start + 6 : start + 5;
      const data = text.slice(from, end);
      this.#data = this.#data === undefined ? data : `${this.#data}\n${data}`;
    } else if (!this.sawEvent && this.strange === "") {
      const line = text.slice(start, end);
      if (!/^(?::|(?:event|id|retry|data)(?::|$))/.test(line)) this.strange = line;
    }
  }

  #dispatch(): void {
    const data = this.#data;
    if (data === undefined) return;
    this.#data = undefined;
    this.sawEvent = true;
    this.#onData(data);
  }
}
