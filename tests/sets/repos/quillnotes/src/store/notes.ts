import type Database from "better-sqlite3";

export interface Note {
  id: number;
  title: string;
  body: string;
  pinned: number;
  updated_at: string;
  share_token: string | null;
  deleted_at: string | null;
}

export function listNotes(db: Database.Database, userId: number, query?: string, tag?: string): Note[] {
  let sql = "SELECT n.* FROM notes n";
  const args: unknown[] = [];
  if (tag) {
    sql += " JOIN note_tags t ON t.note_id = n.id AND t.tag = ?";
    args.push(tag);
  }
  sql += " WHERE n.user_id = ? AND n.deleted_at IS NULL";
  args.push(userId);
  if (query) {
    sql += " AND n.id IN (SELECT rowid FROM notes_fts WHERE notes_fts MATCH ?)";
    args.push(query);
  }
  return db.prepare(`${sql} ORDER BY n.pinned DESC, n.updated_at DESC`).all(...args) as Note[];
}

export function getNote(db: Database.Database, userId: number, id: number): Note | undefined {
  return db.prepare("SELECT * FROM notes WHERE id = ? AND user_id = ?").get(id, userId) as Note | undefined;
}

export function saveNote(db: Database.Database, userId: number, title: string, body: string): number {
  const res = db
    .prepare("INSERT INTO notes (user_id, title, body, updated_at) VALUES (?, ?, ?, datetime('now'))")
    .run(userId, title, body);
  return Number(res.lastInsertRowid);
}

export function updateNote(db: Database.Database, id: number, title: string, body: string): void {
  db.prepare("UPDATE notes SET title = ?, body = ?, updated_at = datetime('now') WHERE id = ?").run(title, body, id);
}

export function pinNote(db: Database.Database, id: number, pinned: boolean): void {
  db.prepare("UPDATE notes SET pinned = ? WHERE id = ?").run(pinned ? 1 : 0, id);
}

export function trashNote(db: Database.Database, id: number): void {
  db.prepare("UPDATE notes SET deleted_at = datetime('now') WHERE id = ?").run(id);
}

export function restoreNote(db: Database.Database, id: number): void {
  db.prepare("UPDATE notes SET deleted_at = NULL WHERE id = ?").run(id);
}

/** Notes that lie in the trash for longer than this go for good. */
export function emptyTrash(db: Database.Database, days: number): number {
  return db.prepare("DELETE FROM notes WHERE deleted_at < datetime('now', ?)").run(`-${days} days`).changes;
}
