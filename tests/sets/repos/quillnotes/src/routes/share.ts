import type Database from "better-sqlite3";
import { Router } from "express";
import { render } from "../lib/markdown.js";
import type { Note } from "../store/notes.js";

export function shareRouter(db: Database.Database) {
  const router = Router();
  router.get("/:token", (req, res) => {
    const note = db.prepare("SELECT * FROM notes WHERE share_token = ?").get(req.params.token) as Note | undefined;
    if (!note) return res.status(404).send("This note is not shared.");
    res.send(`<!doctype html><title>${note.title}</title>${render(note.body)}`);
  });
  return router;
}
