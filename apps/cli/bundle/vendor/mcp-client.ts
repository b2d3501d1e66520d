export * from "@modelcontextprotocol/client";
