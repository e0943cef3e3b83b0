// Asks plangate what to do about open decisions. Needs plangate on the PATH, and Node.
import { spawnSync } from "node:child_process";

export interface Decision {
  ambiguity: string;
  action: "ask" | "wait" | "assume" | "infer" | "defer" | "investigate" | "park";
  rule: string;
  interpretation: string | null;
  question: { prompt: string; options: { key: string; label: string }[] } | null;
}

/** The gate's decisions; throws with plangate's own line when the document cannot be used. */
export function gate(document: object): Decision[] {
  const input = JSON.stringify(document);
  const ran = spawnSync("plangate", ["gate", "--json"], { input, encoding: "utf8" });
  if (ran.error) throw ran.error;
  if (ran.status !== 0 && ran.status !== 3) throw new Error(ran.stderr.trim());
  return JSON.parse(ran.stdout).decisions;
}

if (process.argv[2] === "run") {
  let text = "";
  process.stdin.on("data", (part) => (text += part));
  process.stdin.on("end", () => {
    for (const made of gate(JSON.parse(text)))
      console.log(made.action, made.ambiguity, made.question?.prompt ?? made.interpretation ?? "");
  });
}
