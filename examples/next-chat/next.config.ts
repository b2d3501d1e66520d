import type { NextConfig } from "next";

export default {
  // A driver with a native part is required at run time, not bundled.
  serverExternalPackages: ["better-sqlite3"],
} satisfies NextConfig;
