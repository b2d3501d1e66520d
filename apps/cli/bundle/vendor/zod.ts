/** Some import `{ z }`, others all of it as `z`. */
export * from "zod";
