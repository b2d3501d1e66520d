import type { ArithmeticExpression, WordPart } from "unbash";
import type { Uncertain } from "./uncertain.ts";
import { NUMBER } from "./unknown.ts";

/** What reading an expression needs of the shell. */
export interface ArithmeticHost {
  /** Text of a variable or of an expansion; unknown text makes the result unknown. */
  readonly expandParts: (parts: readonly WordPart[]) => string;
  /** The text of a variable; undefined where nothing sets it. */
  readonly variable: (name: string) => string | undefined;
  readonly assign: (name: string) => void;
  /** A text that stands where a number is expected: bash runs the substitutions in it. */
  readonly runHidden: (text: string) => void;
  readonly uncertain: Uncertain | undefined;
}

/** Reads `$((…))` for what it runs and sets. Its value is no concern. */
export function readArithmetic(expression: ArithmeticExpression | undefined, host: ArithmeticHost): void {
  switch (expression?.type) {
    case "ArithmeticWord":
      return readWord(expression.parts ? host.expandParts(expression.parts) : expression.value, host, 0);
    case "ArithmeticGroup":
      return readArithmetic(expression.expression, host);
    case "ArithmeticTernary":
      for (const part of [expression.test, expression.consequent, expression.alternate])
        readArithmetic(part, host);
      return undefined;
    case "ArithmeticUnary":
      readArithmetic(expression.operand, host);
      if (/^(\+\+|--)$/.test(expression.operator) && expression.operand.type === "ArithmeticWord")
        host.assign(expression.operand.value);
      return undefined;
    case "ArithmeticBinary": {
      readArithmetic(expression.right, host);
      const isAssignment =
        /^[-+*/%&|^<>]*=$/.test(expression.operator) && !/^(==|<=|>=)$/.test(expression.operator);
      const { left } = expression;
      if (isAssignment && left.type === "ArithmeticWord") host.assign(left.value);
      // A subscript in a name is read, too.
      if (!isAssignment || left.type !== "ArithmeticWord" || !/^\w+$/.test(left.value))
        readArithmetic(left, host);
      return undefined;
    }
    case "ArithmeticCommandExpansion":
      return askUnlessNumber(host.expandParts([{ ...expression, type: "CommandExpansion" }]), host);
    default:
  }
}

function readWord(text: string, host: ArithmeticHost, depth: number): void {
  const word = text.trim();
  if (/^(\d+|0[xX][\da-fA-F]+|\d+#[\da-zA-Z]+|)$/.test(word)) return;
  if (/^[A-Za-z_]\w*$/.test(word) && depth < 8) {
    const value = host.variable(word);
    if (value !== undefined) return readWord(value, host, depth + 1);
  }
  if (/[$`]/.test(word)) host.runHidden(word);
  askUnlessNumber(word, host);
}

function askUnlessNumber(text: string, { uncertain }: ArithmeticHost): void {
  if (text !== NUMBER && !/^\d*$/.test(text.trim())) uncertain?.number(text);
}
