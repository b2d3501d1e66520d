import type { ArithmeticExpression, WordPart } from "unbash";
import type { Uncertain } from "./uncertain.ts";
import { NUMBER } from "./unknown.ts";

/** What reading an expression needs of the shell. */
export interface ArithmeticHost {
  /** Text of a variable or of an expansion; unknown text makes the result unknown. */
  readonly expandParts: (parts: readonly WordPart[]) => string;
  readonly variable: (name: string) => string;
  readonly assign: (name: string, value: string) => void;
  /** A text that stands where a number is expected: bash runs the substitutions in it. */
  readonly runHidden: (text: string) => void;
  readonly uncertain: Uncertain | undefined;
}

/** The value of `$((…))`; `undefined` where it is not known. Substitutions in it are walked through the host. */
export function evaluateArithmetic(
  expression: ArithmeticExpression | undefined,
  host: ArithmeticHost,
): number | undefined {
  if (expression === undefined) return 0;
  switch (expression.type) {
    case "ArithmeticWord":
      return wordValue(expression.parts ? host.expandParts(expression.parts) : expression.value, host, 0);
    case "ArithmeticGroup":
      return evaluateArithmetic(expression.expression, host);
    case "ArithmeticTernary": {
      const test = evaluateArithmetic(expression.test, host);
      const consequent = evaluateArithmetic(expression.consequent, host);
      const alternate = evaluateArithmetic(expression.alternate, host);
      return test === undefined ? undefined : test === 0 ? alternate : consequent;
    }
    case "ArithmeticUnary":
      return unary(expression.operator, expression.operand, host);
    case "ArithmeticBinary":
      return binary(expression.operator, expression.left, expression.right, host);
    case "ArithmeticCommandExpansion":
      unsureUnlessNumber(host.expandParts([{ ...expression, type: "CommandExpansion" }]), host);
      return undefined;
    default:
      return undefined;
  }
}

function wordValue(text: string, host: ArithmeticHost, depth: number): number | undefined {
  const word = text.trim();
  if (word === "") return 0;
  if (/^\d+$/.test(word)) return /^0\d/.test(word) ? Number.parseInt(word, 8) : Number(word);
  if (/^0[xX][\da-fA-F]+$/.test(word)) return Number(word);
  const [, base, digits] = /^(\d+)#([\da-zA-Z]+)$/.exec(word) ?? [];
  if (base !== undefined && digits !== undefined && Number(base) <= 36) {
    const value = Number.parseInt(digits, Number(base));
    return Number.isNaN(value) ? undefined : value;
  }
  if (/^[A-Za-z_]\w*$/.test(word) && depth < 8) return wordValue(host.variable(word), host, depth + 1);
  if (/[$`]/.test(word)) host.runHidden(word);
  unsureUnlessNumber(word, host);
  return undefined;
}

function unsureUnlessNumber(text: string, { uncertain }: ArithmeticHost): void {
  if (text !== NUMBER && !/^\d*$/.test(text.trim())) uncertain?.number(text);
}

function unary(operator: string, operand: ArithmeticExpression, host: ArithmeticHost): number | undefined {
  const value = evaluateArithmetic(operand, host);
  if (operator === "++" || operator === "--") {
    if (operand.type === "ArithmeticWord") host.assign(operand.value, "");
    return undefined;
  }
  if (value === undefined) return undefined;
  if (operator === "-") return -value;
  if (operator === "!") return value === 0 ? 1 : 0;
  if (operator === "~") return ~value;
  return operator === "+" ? value : undefined;
}

const operations: Readonly<Record<string, (left: number, right: number) => number>> = {
  "+": (left, right) => left + right,
  "-": (left, right) => left - right,
  "*": (left, right) => left * right,
  "/": (left, right) => Math.trunc(left / right),
  "%": (left, right) => left % right,
  "**": (left, right) => left ** right,
  "<<": (left, right) => left << right,
  ">>": (left, right) => left >> right,
  "&": (left, right) => left & right,
  "|": (left, right) => left | right,
  "^": (left, right) => left ^ right,
  "&&": (left, right) => Number(left !== 0 && right !== 0),
  "||": (left, right) => Number(left !== 0 || right !== 0),
  "<": (left, right) => Number(left < right),
  ">": (left, right) => Number(left > right),
  "<=": (left, right) => Number(left <= right),
  ">=": (left, right) => Number(left >= right),
  "==": (left, right) => Number(left === right),
  "!=": (left, right) => Number(left !== right),
  ",": (_, right) => right,
};

function binary(
  operator: string,
  left: ArithmeticExpression,
  right: ArithmeticExpression,
  host: ArithmeticHost,
): number | undefined {
  const rightValue = evaluateArithmetic(right, host);
  const isAssignment = /^[-+*/%&|^<>]*=$/.test(operator) && !/^(==|<=|>=)$/.test(operator);
  if (isAssignment) {
    const known = operator === "=" && rightValue !== undefined;
    if (left.type === "ArithmeticWord") host.assign(left.value, known ? String(rightValue) : "");
    return known ? rightValue : undefined;
  }
  const leftValue = evaluateArithmetic(left, host);
  if (leftValue === undefined || rightValue === undefined) return undefined;
  const value = operations[operator]?.(leftValue, rightValue);
  return value !== undefined && Number.isSafeInteger(value) ? value : undefined;
}
