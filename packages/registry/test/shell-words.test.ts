import { expect, test } from "vitest";
import { harmlessVariables, shellWords } from "../src/programs/index.ts";

test("a command is split as a shell would, without being one", () => {
  expect(shellWords(`sh -c 'a "b"' "c \\"d\\" $HOME" e\\ f ''`)).toEqual([
    ...["sh", "-c", 'a "b"', 'c "d" $HOME', "e f", ""],
  ]);
  expect(shellWords(`sh -c 'open`)).toBeUndefined();
});

test("a program of others is told what it needs to start, what is named, and no function of a shell", () => {
  const env = { PATH: "/bin", LC_ALL: "C", API_KEY: "k", NAMED: "n", TMP: "() { :; }", TZ: undefined };

  expect(harmlessVariables(env)).toEqual({ PATH: "/bin", LC_ALL: "C" });
  expect(harmlessVariables(env, (name) => name === "NAMED")).toEqual({
    PATH: "/bin",
    LC_ALL: "C",
    NAMED: "n",
  });
});
