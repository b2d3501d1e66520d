// Seeds a home together with others, and prints the report.
import { seedSkills } from "../../../src/index.ts";
import { meetOthers } from "../meet-others.ts";

const [from = "", into = "", meetingPoint = "", count = "1"] = process.argv.slice(2);
await meetOthers(meetingPoint, Number(count));
process.stdout.write(JSON.stringify(await seedSkills({ from, into })));
