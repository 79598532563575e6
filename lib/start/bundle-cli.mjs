// The command line as one file, for an image without development packages: node lib/start/bundle-cli.mjs FILE
import { writeFileSync } from "node:fs";
import { bundleFile } from "./bundle-entry.mjs";

/** Never there, and asked for in vain by pg. */
const ABSENT = ["pg-native"];

writeFileSync(process.argv[2], await bundleFile("lib/cli/main.ts", ABSENT));
