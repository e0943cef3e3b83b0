import Database from "better-sqlite3";
import { readdirSync, readFileSync } from "node:fs";

/** Opens the file and applies the migrations that are new. */
export function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.pragma("journal_mode = WAL");
  const done = db.pragma("user_version", { simple: true }) as number;
  const files = readdirSync("migrations").sort();
  for (const name of files.slice(done)) db.exec(readFileSync(`migrations/${name}`, "utf8"));
  db.pragma(`user_version = ${files.length}`);
  return db;
}
