/** The full size of everything, minutes instead of seconds. */
export const long: boolean = process.env["HERMES_TEST_LONG"] === "1";
