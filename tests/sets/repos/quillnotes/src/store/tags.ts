import type Database from "better-sqlite3";

export function setTags(db: Database.Database, noteId: number, tags: string[]): void {
  db.prepare("DELETE FROM note_tags WHERE note_id = ?").run(noteId);
  const insert = db.prepare("INSERT INTO note_tags (note_id, tag) VALUES (?, ?)");
  for (const tag of new Set(tags)) insert.run(noteId, tag);
}

export function tagCounts(db: Database.Database, userId: number): { tag: string; count: number }[] {
  return db
    .prepare(
      "SELECT t.tag, count(*) AS count FROM note_tags t JOIN notes n ON n.id = t.note_id WHERE n.user_id = ? GROUP BY t.tag",
    )
    .all(userId) as { tag: string; count: number }[];
}
