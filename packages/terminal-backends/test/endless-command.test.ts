import { allowAll, ToolRegistry } from "@hermes/registry";
import { testContext } from "@hermes/registry/testing";
import { expect, test } from "vitest";
import { whyEndless } from "../src/tools/endless-command.ts";
import { openTools } from "./open-tools.ts";

test.each([
  "npm run dev",
  "cd app && npm start",
  "PORT=3000 pnpm dev",
  "yarn serve",
  "npx vite",
  "npx next dev -p 3000",
  "python3 -m http.server 8000",
  "python manage.py runserver",
  "uv run uvicorn app:app --reload",
  "sudo gunicorn app",
  "docker compose up",
  "docker compose -f a.yml up --build",
  "docker logs -f web",
  "kubectl logs --follow pod/a",
  "tail -f log.txt",
  "tail -n 5 -F log.txt",
  "tail -5f log.txt",
  "cat a | tail -f",
  "if true; then nodemon a.js; fi",
  "(flask run)",
  "tsc --watch",
  "npx tsc -p . -w",
  "watch -n 1 date",
  "ping example.com",
  "sleep infinity",
  "php -S localhost:8000",
  "server &",
  "server & echo started",
  "nohup server",
  "nohup ./a.sh > out 2>&1 &",
  "setsid -f server",
  "/usr/bin/tail -f a",
])("`%s` is refused in the foreground", async (command) => {
  expect(await whyEndless(command)).toEqual(expect.any(String));
});

test.each([
  "npm run build",
  "npm install serve",
  "npm test",
  "npm run dev --help",
  "vite build",
  "npx vitest run",
  "docker compose up -d",
  "docker ps -f name=web",
  "docker run -v a:b image",
  "tail -n 100 log.txt",
  "tail -f log.txt | head -3",
  "timeout 5 tail -f log.txt",
  "echo 'npm run dev' && echo \"tail -f x &\"",
  "grep -rn 'nohup' .",
  "cat <<'EOF' > a.sh\nnpm run dev &\nEOF",
  "# npm run dev\ntrue",
  "a & b & wait",
  "server & sleep 1; curl localhost; kill $!",
  "make 2>&1 | tee log && echo done",
  "ls &> log",
  "ping -c 3 example.com",
  "git log --follow a",
  "rm -f a; cp -f a b",
  "git commit -m 'start the server & watch'",
  "python -m pytest",
  "python3 -c 'import http.server'",
  "rails generate model",
  "echo $((1 & 2))",
  "echo 'unfinished",
])("`%s` is not", async (command) => {
  expect(await whyEndless(command)).toBeUndefined();
});

test("the refusal says what to do instead, and nothing was run", async () => {
  await using place = await openTools();
  const registry = new ToolRegistry({ guard: allowAll });
  registry.register(...place.tools);

  const { content, isError } = await registry.dispatch(
    "terminal",
    { command: "touch made; tail -f made" },
    testContext({ taskId: "task" }),
  );

  expect([content, isError]).toEqual([
    expect.stringContaining("`tail -f made` runs until it is stopped"),
    true,
  ]);
  expect(content).toContain("background: true");
  expect(await place.backend.stat("made", { taskId: "task" })).toBeUndefined();
});
