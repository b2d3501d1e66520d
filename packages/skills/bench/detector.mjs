// What a scorer calls, from the built package. `node score.mjs ./detector.mjs`
export { scanSkill } from "@hermes/scanner";
