export * from "stopword";
