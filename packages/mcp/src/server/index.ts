/** Lets other programs use an agent by MCP. */
export {};
