/** A mistake that a model makes again and again: what it calls, what comes back, and what works. */
export interface Fault {
  readonly tool: string;
  /** What changes from one time to the next stands in it as `{n}`, `{id}`, `{tmp}` or `{time}`. */
  readonly wrong: string;
  readonly error: string;
  readonly right: string;
}

export const faults: readonly Fault[] = `
terminal | python -m pytest -q | bash: python: command not found | python3 -m pytest -q
terminal | npm run tests | npm error Missing script: "tests" | npm run test
terminal | git push | fatal: The current branch feature has no upstream branch. | git push -u origin HEAD
terminal | docker-compose up -d | bash: docker-compose: command not found | docker compose up -d
terminal | sed -i 's/a/b/' {tmp}/notes.txt | sed: 1: "{tmp}/notes.txt": invalid command code n | sed -i '' 's/a/b/' {tmp}/notes.txt
terminal | pip install requests | error: externally-managed-environment | pip install --break-system-packages requests
terminal | make build | make: *** No rule to make target 'build'.  Stop. (pid {n}) | make all
terminal | psql -c "select 1" | psql: error: connection to server on socket "/var/run/postgresql/.s.PGSQL.5432" failed | psql -h db.internal -c "select 1"
terminal | kubectl get pods | error: You must be logged in to the server (Unauthorized) at {time} | kubectl --context dev get pods
terminal | cargo test | error: package \`time v0.3.41\` cannot be built because it requires rustc 1.81 | cargo +1.81 test
terminal | tar xf {tmp}/data.tar.zst | tar: unrecognized compression option for {tmp}/data.tar.zst | tar --zstd -xf {tmp}/data.tar.zst
terminal | node scripts/build.ts | TypeError [ERR_UNKNOWN_FILE_EXTENSION]: Unknown file extension ".ts" for {tmp}/scripts/build.ts | node --experimental-strip-types scripts/build.ts
terminal | ssh build01 uptime | Host key verification failed. | ssh build01.corp.example uptime
terminal | gh pr create | gh: To use GitHub CLI, set GH_HOST to the enterprise host (request {id}) | GH_HOST=git.corp.example gh pr create
read_file | config.yaml | No file "config.yaml" in /work/{id}/app. | conf/config.yml
read_file | README.rst | No file "README.rst" in /work/{id}/app. | docs/README.md
query | users | relation "users" does not exist (took {n} ms) | accounts
query | orders | column "total" of relation "orders" is not allowed for role reader | orders_public
fetch | http://wiki/start | getaddrinfo ENOTFOUND wiki | https://wiki.corp.example/start
fetch | https://api.corp.example/v1/items | 410: version v1 was removed on {time}, use v2 (trace {id}) | https://api.corp.example/v2/items
`
  .trim()
  .split("\n")
  .map((line) => {
    const [tool = "", wrong = "", error = "", right = ""] = line.split(" | ");
    return { tool, wrong, error, right };
  });

/** Failures that have nothing to do with those above, though some look like them. */
export const strangeErrors: readonly (readonly [tool: string, input: string, error: string])[] = `
terminal | python scripts/load.py | ValueError: could not convert string to float: 'n/a'
terminal | npm run lint | npm error Missing script: "lint"
terminal | npm test | AssertionError: expected 3 to be 4
terminal | git push origin main | remote: error: GH006: Protected branch update failed for refs/heads/main.
terminal | git pull | fatal: Not possible to fast-forward, aborting.
terminal | git commit -m x | nothing to commit, working tree clean
terminal | docker compose up | Error response from daemon: port is already allocated
terminal | pip install numpy | ERROR: No matching distribution found for numpy==9
terminal | make test | make: *** [Makefile:12: test] Error 2
terminal | psql -h db -c "select 2" | ERROR: permission denied for table salaries
terminal | kubectl apply -f x.yaml | error: unable to recognize "x.yaml": no matches for kind
terminal | cargo build | error[E0308]: mismatched types
terminal | tar xf archive.tgz | tar: archive.tgz: Cannot open: No such file or directory
terminal | node app.js | ReferenceError: fetchUser is not defined
terminal | ssh web02 ls | ssh: connect to host web02 port 22: Connection refused
terminal | grep -r foo src | 
terminal | jq . data.json | parse error: Invalid numeric literal at line 3, column 7
terminal | ruby -v | bash: ruby: command not found
read_file | settings.toml | No file "settings.toml" in /work/app.
read_file | main.go | No file "main.go" in /work/app.
read_file | config.json | "config.json" is a folder.
query | invoices | relation "invoices" does not exist (took 12 ms)
query | order_lines | syntax error at or near "selct"
fetch | http://status/start | getaddrinfo ENOTFOUND status
fetch | https://api.corp.example/v2/items | 500: internal error
`
  .trim()
  .split("\n")
  .map((line) => {
    const [tool = "", input = "", error = ""] = line.split(" | ");
    return [tool, input, error.trim()];
  });
