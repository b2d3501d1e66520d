import type { OrdinaryProject } from "../project.ts";

export const rustProject: OrdinaryProject = {
  name: "a Cargo workspace",
  needs: ["cargo"],
  files: {
    "work/Cargo.toml": '[workspace]\nmembers = ["app", "lib"]\nresolver = "2"\n',
    "work/app/Cargo.toml":
      '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n[dependencies]\nlib = { path = "../lib" }\n[dev-dependencies]\n[features]\nextra = []\n',
    "work/app/src/main.rs": 'fn main() { println!("{}", lib::add(1, 2)); }\n',
    "work/app/build.rs":
      'fn main() { println!("cargo:rerun-if-changed=build.rs"); std::fs::write(std::path::Path::new(&std::env::var("OUT_DIR").unwrap()).join("gen.rs"), "").unwrap(); }\n',
    "work/lib/Cargo.toml": '[package]\nname = "lib"\nversion = "0.1.0"\nedition = "2021"\n',
    "work/lib/src/lib.rs":
      '/// Adds.\n///\n/// ```\n/// assert_eq!(lib::add(1, 1), 2);\n/// ```\npub fn add(a: i32, b: i32) -> i32 { a + b }\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert_eq!(super::add(1, 2), 3); }\n    #[test]\n    fn temp() { let p = std::env::temp_dir().join("hermes-rust"); std::fs::write(&p, "x").unwrap(); std::fs::remove_file(p).unwrap(); }\n}\n',
    "work/lib/examples/ex.rs": 'fn main() { println!("example"); }\n',
    "work/.gitignore": "target\n",
    "home/.cargo/registry/.keep": "",
  },
  setup:
    "git init -q; cargo generate-lockfile -q; cargo build -q; cargo test -q --no-run; git add -A; git commit -qm all",
  commands: [
    "cargo --version; rustc --version",
    "cargo build --quiet && target/debug/app",
    { run: "cargo run -q", slow: true },
    { run: "cargo test -q 2>&1 | grep -c 'test result: ok'", slow: true },
    { run: "cargo test -q -p lib adds | grep -c passed", slow: true },
    { run: "cargo check --workspace 2>&1 | tail -1 | cut -c1-12", slow: true },
    { run: "cargo clippy -q --all-targets -- -D warnings", slow: true, needs: ["cargo-clippy"] },
    { run: "cargo fmt --all && git status -s", slow: true, needs: ["rustfmt"] },
    { run: "cargo fmt -- --check >/dev/null; echo $?", slow: true, needs: ["rustfmt"] },
    { run: "cargo build -q --release && ls target", slow: true },
    { run: "cargo build -q --features extra -p app && echo built", slow: true },
    { run: "cargo doc -q --no-deps && ls target/doc | grep -c app", slow: true },
    { run: "cargo run -q -p lib --example ex", slow: true },
    { run: "cargo test -q --doc -p lib | grep -c passed", slow: true },
    { run: "cargo clean -q && ls", slow: true },
    { run: "cargo clean -q && cargo build -q -j2 && target/debug/app", slow: true },
    { run: "cargo tree; cargo metadata --format-version 1 --no-deps | jq -r '.packages[].name'", slow: true },
    { run: "cargo update --offline -q && git status -s; cargo generate-lockfile --offline -q", slow: true },
    {
      run: "cargo new -q fresh --vcs none && ls fresh && cargo build -q --manifest-path fresh/Cargo.toml; echo $?",
      slow: true,
    },
    { run: "cargo init -q --lib --vcs git $TMPDIR/l && ls $TMPDIR/l", slow: true },
    { run: "cargo package -q --allow-dirty --no-verify -p lib && ls target/package/*.crate", slow: true },
    { run: "cargo vendor -q && echo vendored; cargo locate-project | wc -l", slow: true },
    { run: "cargo install -q --path app --root $TMPDIR/inst && $TMPDIR/inst/bin/app", slow: true },
    { run: "CARGO_TARGET_DIR=$TMPDIR/t cargo build -q && $TMPDIR/t/debug/app", slow: true },
    { run: "cargo fix -q --allow-dirty --allow-no-vcs; git status -s", slow: true },
    { run: "cargo rustc -q -p lib -- --emit=asm; ls target/debug/deps/*.s | wc -l", slow: true },
    {
      run: "RUSTFLAGS='-C debuginfo=0' cargo build -q && echo flags; cargo bench -q 2>/dev/null | grep -c result",
      slow: true,
    },
    {
      run: "cargo add --offline --path lib --rename other -p app -q; grep -c other app/Cargo.toml; cargo remove -q -p app other; git diff --stat",
      slow: true,
    },
    "rustc --print sysroot >/dev/null && echo 'fn main(){println!(\"r\");}' > m.rs && rustc -o m m.rs && ./m",
    "rustc --test lib/src/lib.rs --edition 2021 -o t && ./t -q | grep -c ok",
    "rustfmt --check lib/src/lib.rs >/dev/null; echo $?; rustup show active-toolchain | wc -l; rustup which cargo | wc -l; rustup toolchain list | wc -l",
    "cargo build --frozen -q; echo $?; cargo verify-project 2>/dev/null; cargo --list | wc -l > /dev/null; cargo help build >/dev/null; echo ok",
    "touch app/src/main.rs && cargo build 2>&1 | grep -c Compiling",
    "echo 'fn broken(' >> lib/src/lib.rs; cargo check -q 2>/dev/null; echo $?",
    "rm -rf target && git status -s",
  ],
};

/** `.cargo` with programs only: nothing was ever fetched. */
export const freshRustProject: OrdinaryProject = {
  name: "Rust in a home without caches",
  needs: ["cargo"],
  files: {
    "work/Cargo.toml": '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n',
    "work/src/main.rs": 'fn main() { println!("fresh"); }\n',
  },
  setup: "cargo generate-lockfile -q; rm -rf ../home/.cargo",
  commands: [
    { run: "cargo build -q && target/debug/app", slow: true },
    { run: "cargo run -q 2>&1", slow: true },
    { run: "cargo test -q 2>&1 | tail -2", slow: true },
    { run: "cargo metadata --format-version 1 | jq .version", slow: true },
  ],
};

export const cProject: OrdinaryProject = {
  name: "a C project",
  isQuick: true,
  needs: ["make", "gcc"],
  files: {
    "work/Makefile":
      "CFLAGS ?= -O1 -g -Wall\nOBJS = main.o util.o\napp: $(OBJS)\n\t$(CC) -o $@ $^\n%.o: %.c util.h\n\t$(CC) $(CFLAGS) -c -o $@ $<\n.PHONY: all test clean install lint\nall: app\ntest: app\n\t./app | grep -q 42\n\t@echo passed\nclean:\n\trm -f app *.o\ninstall: app\n\tinstall -d $(DESTDIR)$(PREFIX)/bin\n\tinstall -m 755 app $(DESTDIR)$(PREFIX)/bin\nfail:\n\tfalse\nlint:\n\t$(CC) -fsyntax-only -Wextra *.c\nrecursive:\n\t$(MAKE) -C sub\n",
    "work/main.c":
      '#include <stdio.h>\n#include "util.h"\nint main(void) { printf("%d\\n", answer()); return 0; }\n',
    "work/util.c": '#include "util.h"\nint answer(void) { return 42; }\n',
    "work/util.h": "int answer(void);\n",
    "work/sub/Makefile": "all:\n\t@echo sub\n",
    "work/CMakeLists.txt":
      "cmake_minimum_required(VERSION 3.10)\nproject(app C)\nenable_testing()\nadd_library(util STATIC util.c)\nadd_executable(app main.c)\ntarget_link_libraries(app util)\nadd_test(NAME runs COMMAND app)\ninstall(TARGETS app DESTINATION bin)\n",
    "work/configure":
      '#!/bin/sh\ncat > conf.c <<E\nint main(void){return 0;}\nE\n${CC:-cc} conf.c -o conftest && ./conftest && echo "checking compiler... ok"\nrm -f conf.c conftest\nsed "s/^CFLAGS.*/CFLAGS = -O2/" Makefile > Makefile.new && mv Makefile.new Makefile\n',
    "work/crash.c": "int main(void) { volatile int *p = 0; return *p; }\n",
    "work/shm.c":
      '#include <sys/mman.h>\n#include <sys/shm.h>\n#include <sys/sem.h>\n#include <sys/msg.h>\n#include <mqueue.h>\n#include <semaphore.h>\n#include <fcntl.h>\n#include <stdio.h>\n#include <unistd.h>\nint main(void) { int a = shm_open("/hermes", O_CREAT|O_RDWR, 0600); shm_unlink("/hermes"); int b = shmget(IPC_PRIVATE, 100, IPC_CREAT|0600); shmctl(b, IPC_RMID, 0); sem_t *s = sem_open("/hermes", O_CREAT, 0600, 1); sem_unlink("/hermes"); int m = memfd_create("x", 0); printf("%d %d %d %d\\n", a >= 0, b >= 0, s != SEM_FAILED, m >= 0); return 0; }\n',
    "work/files.c":
      '#define _GNU_SOURCE\n#include <fcntl.h>\n#include <stdio.h>\n#include <sys/epoll.h>\n#include <sys/eventfd.h>\n#include <sys/inotify.h>\n#include <sys/signalfd.h>\n#include <sys/timerfd.h>\n#include <sys/stat.h>\n#include <unistd.h>\nint main(void) { int t = open(".", O_TMPFILE|O_RDWR, 0600); int e = epoll_create1(0), v = eventfd(0, 0), i = inotify_init(), f = timerfd_create(CLOCK_MONOTONIC, 0); rename("util.h", "u"); renameat2(AT_FDCWD, "u", AT_FDCWD, "util.h", RENAME_NOREPLACE); struct statx x; int s = statx(AT_FDCWD, "util.h", 0, STATX_ALL, &x); printf("%d %d %d %d %d %d\\n", t >= 0, e >= 0, v >= 0, i >= 0, f >= 0, s); return 0; }\n',
  },
  setup: "make -s app; git init -q; printf '*.o\\napp\\n' > .gitignore; git add -A; git commit -qm all",
  commands: [
    "make",
    "make clean && make -j4 >/dev/null && ./app",
    "make -s test",
    "make -n clean; make -q; echo $?",
    "make fail; echo $?",
    "make -s lint && make -s recursive | grep sub",
    "make install DESTDIR=$TMPDIR/dest PREFIX=/usr && $TMPDIR/dest/usr/bin/app",
    "make install PREFIX=$PWD/local && local/bin/app",
    "make -B CFLAGS='-O2 -Werror' >/dev/null && ./app",
    "touch util.h && make && make",
    "./configure && make -s && ./app",
    "gcc -O2 -o a main.c util.c && ./a && size a | wc -l && strip a && ./a",
    "gcc -E main.c | wc -l >/dev/null; gcc -S util.c && grep -c answer util.s; gcc -M main.c | wc -l >/dev/null; gcc -v 2>&1 | tail -1",
    "gcc -shared -fPIC -o libutil.so util.c && gcc -o dyn main.c -L. -lutil && LD_LIBRARY_PATH=. ./dyn; ar rcs libu.a util.o && ranlib libu.a && nm libu.a | grep -c answer",
    "gcc -g -fsanitize=address,undefined -o san main.c util.c && ./san",
    "gcc -g -fsanitize=address -o crash crash.c && ./crash 2>&1 | grep -c 'SEGV on unknown'",
    "gcc -fsanitize=thread -o th main.c util.c && ./th",
    "gcc --coverage -o cov main.c util.c && ./cov && ls *.gcda && gcov -n cov-main.c 2>/dev/null | wc -l >/dev/null",
    "gcc -pg -o prof main.c util.c && ./prof && ls gmon.out",
    "gcc -o crash crash.c && ./crash; echo $?",
    "ulimit -c 0; gcc -o crash crash.c; ./crash 2>/dev/null; echo $?; ls core* 2>/dev/null; true",
    "gcc -o shm shm.c && ./shm",
    "gcc -o files files.c && ./files",
    "gcc -static -o st main.c util.c 2>/dev/null && ./st; echo 'int main(){return 3;}' | gcc -xc - -o r && ./r; echo $?",
    "g++ -x c++ -std=c++17 -o cpp - <<< '#include <iostream>\n#include <thread>\n#include <filesystem>\nint main(){ std::thread([]{ std::cout << 1; }).join(); std::cout << std::filesystem::exists(\"main.c\"); }' && ./cpp",
    { run: "valgrind -q ./app; echo $?", needs: ["valgrind"], slow: true },
    {
      run: "gdb -q -batch -ex 'break answer' -ex run -ex bt -ex c ./app 2>&1 | grep -c '#0'",
      needs: ["gdb"],
      slow: true,
    },
    "strace -f -o trace.txt ./app && grep -c write trace.txt; rm trace.txt",
    {
      run: "cmake -S . -B build >/dev/null && cmake --build build -j2 >/dev/null && build/app",
      needs: ["cmake"],
      slow: true,
    },
    {
      run: "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release >/dev/null && cmake --build build >/dev/null && ctest --test-dir build 2>&1 | grep -c '100%'",
      needs: ["cmake"],
      slow: true,
    },
    {
      run: "cmake -S . -B build >/dev/null && cmake --build build >/dev/null && cmake --install build --prefix $TMPDIR/p >/dev/null && $TMPDIR/p/bin/app",
      needs: ["cmake"],
      slow: true,
    },
    {
      run: "cmake -G Ninja -S . -B build >/dev/null && ninja -C build >/dev/null && build/app",
      needs: ["cmake", "ninja"],
      slow: true,
    },
    {
      run: "rm -rf build && mkdir build && cd build && cmake .. >/dev/null && make -s >/dev/null && make -s clean && ls | wc -l",
      needs: ["cmake"],
      slow: true,
    },
    {
      run: "cmake --preset x 2>/dev/null; cmake -E touch x && cmake -E sha256sum util.c; cmake -P /dev/null",
      needs: ["cmake"],
    },
    "pkg-config --version; pkg-config --list-all | wc -l; pkg-config --cflags zlib 2>/dev/null; true",
    "seq 40 | xargs -P8 -I{} gcc -c util.c -o $TMPDIR/{}.o && ls $TMPDIR/*.o | wc -l",
    "git clean -fdx -q && make -s >/dev/null && git status -s",
    "make -j4 -k all lint >/dev/null 2>&1; MAKEFLAGS=-s make all; make --version | head -1; make -p -n >/dev/null; echo ok",
    "sed -i 's/42/43/' util.c && make -s && ./app; make test; echo $?; git checkout -q util.c",
  ],
};

export const goProject: OrdinaryProject = {
  name: "a Go module",
  needs: ["go"],
  files: {
    "work/go.mod": "module example.test/app\n\ngo 1.20\n",
    "work/main.go":
      'package main\n\nimport "fmt"\n\nfunc add(a, b int) int { return a + b }\n\nfunc main() { fmt.Println(add(1, 2)) }\n',
    "work/main_test.go":
      'package main\n\nimport "testing"\n\nfunc TestAdd(t *testing.T) {\n\tif add(1, 2) != 3 {\n\t\tt.Fatal("no")\n\t}\n\tt.TempDir()\n}\n\nfunc BenchmarkAdd(b *testing.B) {\n\tfor i := 0; i < b.N; i++ {\n\t\tadd(i, i)\n\t}\n}\n',
  },
  setup: "git init -q; git add -A; git commit -qm all",
  commands: [
    { run: "go build ./... && ls", slow: true },
    { run: "go build -o bin/app . && bin/app", slow: true },
    { run: "go run .", slow: true },
    { run: "go test ./... >/dev/null; echo $?", slow: true },
    { run: "go test -race -count=1 -v ./... | grep -c PASS", slow: true },
    {
      run: "go test -run Add -cover -coverprofile=c.out . >/dev/null && go tool cover -func=c.out | tail -1",
      slow: true,
    },
    { run: "go test -bench . -benchtime 1x | grep -c BenchmarkAdd", slow: true },
    { run: "go vet ./... && go fmt ./... && gofmt -l .", slow: true },
    { run: "go mod tidy && go mod verify; git status -s", slow: true },
    { run: "go list ./... && go env GOMOD && go version", slow: true },
    { run: "go mod download; go mod vendor; go clean -cache && echo cleaned", slow: true },
    { run: "go generate ./... && go doc fmt.Println | head -1", slow: true },
    { run: "GOBIN=$PWD/bin go install . && ls bin", slow: true },
    { run: "go work init . && go build && git status -s", slow: true },
    { run: "GOOS=windows go build -o app.exe . && ls", slow: true },
  ],
};
