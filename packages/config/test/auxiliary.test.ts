import { expect, test } from "vitest";
import { loadSettings } from "../src/index.ts";

async function auxiliaryOf(file: object, env: Readonly<Record<string, string>> = {}) {
  const text = JSON.stringify({ auxiliary: file });
  const readFile = async (path: string): Promise<string> => {
    if (path.endsWith("config.yaml")) return text;
    throw Object.assign(new Error("not there"), { code: "ENOENT" });
  };
  const { settings, warnings } = await loadSettings({ env, homedir: "/h", readFile });
  expect(warnings).toEqual([]);
  return settings.auxiliary;
}

test("a task has a time and models that stand in", async () => {
  const title = { provider: "main", timeout: 5, fallback_chain: [{ provider: "openai", model: "m" }] };

  expect(await auxiliaryOf({ title })).toEqual({ title });
});

test("tasks of the original keep their model under the name that they have here", async () => {
  expect(
    await auxiliaryOf({ title_generation: { model: "a" }, skills_hub: { model: "b" }, mcp: { model: "c" } }),
  ).toEqual({ title: { model: "a" }, skill_audit: { model: "b" }, mcp: { model: "c" } });
});

test("a variable wins over the file, and its name of today over an older one", async () => {
  const env = {
    AUXILIARY_WEB_EXTRACT_MODEL: "w",
    AUXILIARY_TITLE_MODEL: "new",
    AUXILIARY_TITLE_GENERATION_MODEL: "old",
    CONTEXT_COMPRESSION_PROVIDER: "openai",
    CONTEXT_COMPRESSION_MODEL: "old",
    AUXILIARY_COMPRESSION_MODEL: "new",
    AUXILIARY_APPROVAL_MODEL: " ",
    AUXILIARY__MODEL: "x",
    CONTEXT_TITLE_MODEL: "x",
  };

  expect(await auxiliaryOf({ title: { model: "file", timeout: 5 } }, env)).toEqual({
    title: { model: "new", timeout: 5 },
    web_extract: { model: "w" },
    compression: { provider: "openai", model: "new" },
  });
});

test("where a variable names the place, the key of the file stays with the place of the file", async () => {
  const title = { provider: "custom", base_url: "https://one.example/v1", api_key: "of-one", model: "m" };

  expect(await auxiliaryOf({ title }, { AUXILIARY_TITLE_BASE_URL: "https://two.example/v1" })).toEqual({
    title: { base_url: "https://two.example/v1", model: "m" },
  });
  expect(await auxiliaryOf({ title }, { AUXILIARY_TITLE_API_KEY: "another" })).toEqual({
    title: { ...title, api_key: "another" },
  });
});
