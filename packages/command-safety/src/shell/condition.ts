import type { TestExpression } from "unbash";
import type { Budget } from "./budget.ts";
import type { Expander } from "./expand.ts";

export interface ConditionHost {
  readonly budget: Budget;
  readonly expander: Expander;
  readonly runHidden: (text: string) => void;
  readonly notUnderstood: (reason: string) => void;
}

/** Reads `[[ … ]]`, which runs nothing but what its words substitute. */
export function readCondition(expression: TestExpression, host: ConditionHost): void {
  host.budget.spend();
  switch (expression.type) {
    case "TestUnary": {
      const text = host.expander.text(expression.operand);
      if (expression.operator === "-v" && /[$`]/.test(text)) host.runHidden(text);
      if (/^-[vR]$/.test(expression.operator) && !/^\w+$/.test(text)) host.expander.number(text);
      return;
    }
    case "TestBinary": {
      const sides = [host.expander.text(expression.left), host.expander.text(expression.right)];
      // Numbers are read as arithmetic, and arithmetic runs the substitutions in subscripts.
      if (/^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator))
        for (const side of sides) {
          if (/[$`]/.test(side)) host.runHidden(side);
          if (host.expander.isClosed) host.expander.number(side);
        }
      return;
    }
    case "TestLogical":
      for (const operand of expression.operands) readCondition(operand, host);
      return;
    case "TestNot":
      readCondition(expression.operand, host);
      return;
    case "TestGroup":
      readCondition(expression.expression, host);
      return;
    default:
      host.notUnderstood("The command has a condition of a kind that is not known.");
  }
}
