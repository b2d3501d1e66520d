import type { DataSchema } from "@hermes/registry";
import { checkTurnOptions } from "../check-options.ts";
import { OutputForm } from "../output/output-form.ts";
import { turnOptionNames } from "../turn-options.ts";
import type { TurnOptions } from "../turn-options.ts";
import type { TurnAsks } from "./turn-scope.ts";

/** What the turns of an agent are asked for. A schema that comes again is read once. */
export class AskedTurns {
  readonly #own: TurnOptions;
  readonly #forms = new WeakMap<DataSchema, OutputForm>();

  /** @param own What holds for a turn that says nothing else. */
  constructor(own: TurnOptions) {
    this.#own = own;
  }

  /**
   * @throws {HermesError} `AGENT_OPTION_INVALID`
   * @throws {HermesError} `SCHEMA_INVALID`
   */
  of(options: TurnOptions): TurnAsks {
    checkTurnOptions(options);
    const { output, ...rest } = { ...given(this.#own), ...given(options) };
    return output === undefined ? rest : { ...rest, output: this.#form(output) };
  }

  /** Whether the answer is data. */
  forData({ output = this.#own.output }: TurnOptions): boolean {
    return output !== undefined;
  }

  #form(schema: DataSchema): OutputForm {
    const known = this.#forms.get(schema);
    if (known !== undefined) return known;
    const form = new OutputForm(schema);
    this.#forms.set(schema, form);
    return form;
  }
}

/** The options of a turn among others, as far as they say anything. */
function given(options: TurnOptions): TurnOptions {
  return Object.fromEntries(
    Object.entries(options).filter(
      ([name, value]) => value !== undefined && Object.hasOwn(turnOptionNames, name),
    ),
  );
}
