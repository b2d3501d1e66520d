/** A call that fails and one of the same tool that works after it. */
export interface Pair {
  readonly tool: string;
  readonly failed: string | object;
  readonly error: string;
  readonly worked: string | object;
}

function pairsOf(tool: string, lines: string): readonly Pair[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [failed = "", error = "", worked = ""] = line.split(" => ");
      return { tool, failed, error, worked };
    });
}

/** What an agent does next, which is no fix of what failed. */
export const unrelated: readonly Pair[] = [
  ...pairsOf(
    "terminal",
    `
npm test => AssertionError: expected 3 to be 4 => ls
npm test => AssertionError: expected 3 to be 4 => npm install
npm test => AssertionError: expected 3 to be 4 => npm install test-utils
npm test => AssertionError: expected 3 to be 4 => cat package.json
npm test => AssertionError: expected 3 to be 4 => grep -rn "npm test" .github
npm test 2>&1 | tail -20 => 1 failed, 30 passed => ls -la
npm run lint => npm error Missing script: "lint" => npm run build
npm run build => error TS2345: Argument of type string => npm run build:docs
npm install left-pad => npm error 404 Not Found => npm install right-pad
npm ci && npm test => npm error code ENOTFOUND => npm ci
git push => fatal: no upstream branch => git status
git push => fatal: no upstream branch => git commit -m "push the fix"
git push origin main => remote: error: protected branch => git log origin/main
git checkout main => error: pathspec 'main' did not match => git checkout feature
git diff HEAD~3 => fatal: ambiguous argument 'HEAD~3' => git diff HEAD
git commit -m "one" => nothing to commit, working tree clean => git commit -m "two"
git merge topic => CONFLICT (content): Merge conflict in a.ts => git log --oneline
pytest tests/test_a.py => FAILED tests/test_a.py::test_a => pytest tests/test_b.py
pytest tests/unit/test_read.py -q => 1 failed in 0.10s => pytest tests/unit/test_write.py -q
pytest => ModuleNotFoundError: No module named 'yaml' => pip install pytest
cat a.txt => cat: a.txt: No such file or directory => cat b.txt
cat src/index.ts => cat: src/index.ts: No such file => cat test/index.ts
ls /nope => ls: cannot access '/nope': No such file => ls
ls /nope => ls: cannot access '/nope': No such file => ls src
sed -n 1,5p a.txt => sed: can't read a.txt: No such file => sed -n 1,5p b.txt
rm missing.txt => rm: cannot remove 'missing.txt': No such file => rm other.txt
make test => make: *** [Makefile:12: test] Error 2 => make clean
make => make: *** No targets specified. => make clean
python load.py => ValueError: could not convert string => python serve.py
python load.py => bash: python: command not found => which python
python -c "import yaml" => ModuleNotFoundError: No module named 'yaml' => python -c "import json"
docker build . => failed to read dockerfile: open Dockerfile => docker ps
docker compose up -d => port is already allocated => docker compose logs
kubectl get pod web-1 => Error from server (NotFound): pods "web-1" => kubectl get pod web-2
kubectl get pod => error: You must be logged in => kubectl get pod --help
ssh web01 uptime => connect to host web01 port 22: refused => ssh web02 uptime
curl -s https://a.example/x => curl: (6) Could not resolve host => curl -s https://b.example/y
cargo build => error[E0308]: mismatched types => cargo --version
go test ./parser => FAIL example.com/parser 0.1s => go test ./lexer
terraform plan => Error: Inconsistent dependency lock file => terraform fmt
tar xf a.tgz => tar: a.tgz: Cannot open: No such file => tar xf b.tgz
psql -c "select total from orders" => ERROR: column "total" does not exist => psql -c "select name from users"
`,
  ),
  ...pairsOf(
    "read_file",
    `
src/parser.ts => No file "src/parser.ts" in /work/app. => src/lexer.ts
src/parser.ts => No file "src/parser.ts" in /work/app. => package.json
src => "src" is a folder. => src/index.ts
packages/a/package.json => No file "package.json" there. => packages/b/package.json
notes-1.md => No file "notes-1.md" in /work/app. => notes-2.md
test/test_a.py => No file "test_a.py" in /work/app. => test/test_b.py
`,
  ),
  ...pairsOf(
    "query",
    `
users => relation "users" does not exist => orders
users => relation "users" does not exist => accounts
events_2024 => relation "events_2024" is not allowed => events_2025
`,
  ),
  ...pairsOf(
    "fetch",
    `
https://a.example/items => 404: there is no such page => https://b.example/items
https://a.example/guide/start => 404: there is no such page => https://a.example/guide/end
https://a.example/ => 503: try again later => https://b.example/
`,
  ),
  ...[
    [
      "patch",
      { path: "src/a.ts", old: "let a = 1", new: "let a = 2" },
      { path: "src/b.ts", old: "let a = 1", new: "let a = 2" },
    ],
    [
      "patch",
      { path: "src/a.ts", old: "let a = 1", new: "let a = 2" },
      { path: "src/a.ts", old: "return sum", new: "return total" },
    ],
    ["issue", { repository: "ada/app", number: 5 }, { repository: "ada/app", number: 6 }],
    ["issue", { repository: "ada/app", number: 5 }, { repository: "ada/site", number: 5 }],
    ["issue", { number: 5 }, { number: 7 }],
    ["issue", { open: true }, { open: false }],
  ].map(([tool, failed, worked]) => ({
    tool: String(tool),
    failed: failed ?? "",
    error: "Error: there is no such thing in the place that was named",
    worked: worked ?? "",
  })),
];

/** The same thing once more, with what makes it work. */
export const related: readonly Pair[] = [
  ...pairsOf(
    "terminal",
    `
npm test => error: the watcher never ends => npm test -- --watch=false
npm test => sh: vitest: command not found => npm ci && npm test
npm run tests => npm error Missing script: "tests" => npm run test
cd app && make all => make: *** No rule to make target 'all' => cd lib && make all
pip install x => error: externally-managed-environment => pip3 install --user x
pytest tests => bash: pytest: command not found => python -m pytest tests
apt-get install jq => E: Could not open lock file => sudo apt-get install jq
make => cc: command not found => make CC=clang
cat config.yaml => cat: config.yaml: No such file => cat conf/config.yml
ls --colour src => ls: unrecognized option '--colour' => ls src
docker-compose up => docker-compose: command not found => docker compose up
`,
  ),
  ...pairsOf(
    "read_file",
    `src/parser.ts => No file "src/parser.ts" in /work/app. => packages/core/src/parser.ts`,
  ),
  ...pairsOf("fetch", `http://a.example/items => 400: plain HTTP was sent => https://a.example/items`),
  {
    tool: "issue",
    failed: { repository: "ada/app", number: 5, page: 900 },
    error: "Error: page 900 is too large, the last one is 12",
    worked: { repository: "ada/app", number: 5, page: 12 },
  },
  {
    tool: "patch",
    failed: { path: "src/a.ts", old: "let a = 1", new: "let a = 2" },
    error: "Error: the text stands in two places of the file",
    worked: { path: "src/a.ts", old: "let a = 1", new: "let a = 2", all: true },
  },
];
