import { HermesError } from "@hermes/registry/errors";

/** A model was to be made with an option that can't be. */
export class ModelOptionError extends HermesError {
  /** The function that was called, such as `openaiChat`. */
  readonly maker: string;
  /** Name of the option. */
  readonly option: string;

  constructor(
    message: string,
    about: {
      readonly maker: string;
      readonly option: string;
      readonly hint: string;
      readonly code?: "MODEL_OPTION_INVALID" | "MODEL_KEY_MISSING" | undefined;
    },
  ) {
    super(`${about.maker}: ${message}`, { code: about.code ?? "MODEL_OPTION_INVALID", hint: about.hint });
    this.name = "ModelOptionError";
    this.maker = about.maker;
    this.option = about.option;
  }
}
