// The public servers go on when their input is closed, and each would be waited for until it gets a signal.
process.stdin.once("end", () => process.exit());
