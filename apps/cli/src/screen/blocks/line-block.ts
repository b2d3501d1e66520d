import type { Style } from "../../render/style.ts";
import { wrap } from "../../render/wrap.ts";
import { BlockAtOnce } from "./block-at-once.ts";

/** A remark that is replaced by a newer one of its kind until something else happens, such as the tries of a request. */
export class LineBlock extends BlockAtOnce {
  readonly #style: Style;
  #text = "";

  constructor(style: Style) {
    super();
    this.#style = style;
  }

  update(text: string): void {
    this.#text = text;
  }

  end(): void {
    this.done = true;
  }

  protected lines(columns: number): readonly string[] {
    return wrap(this.#text, { columns }).map(this.#style.dim);
  }
}
