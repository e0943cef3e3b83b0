import type Database from "better-sqlite3";
import { Router } from "express";
import { z } from "zod";
import { shareToken } from "../lib/tokens.js";
import * as store from "../store/notes.js";
import { setTags } from "../store/tags.js";

const NoteIn = z.object({ title: z.string().max(200), body: z.string(), tags: z.array(z.string()).default([]) });

export function notesRouter(db: Database.Database) {
  const router = Router();

  router.param("id", (req, res, next, id) => {
    const note = store.getNote(db, res.locals.user.id, Number(id));
    if (!note) return res.status(404).json({ error: "no such note" });
    res.locals.note = note;
    next();
  });

  router.get("/", (req, res) => {
    res.json(store.listNotes(db, res.locals.user.id, req.query.q as string, req.query.tag as string));
  });

  router.post("/", (req, res) => {
    const input = NoteIn.parse(req.body);
    const id = store.saveNote(db, res.locals.user.id, input.title, input.body);
    setTags(db, id, input.tags);
    res.status(201).json({ id });
  });

  router.put("/:id", (req, res) => {
    const input = NoteIn.parse(req.body);
    store.updateNote(db, res.locals.note.id, input.title, input.body);
    setTags(db, res.locals.note.id, input.tags);
    res.sendStatus(204);
  });

  router.post("/:id/pin", (req, res) => {
    store.pinNote(db, res.locals.note.id, req.body.pinned !== false);
    res.sendStatus(204);
  });

  router.delete("/:id", (_req, res) => {
    store.trashNote(db, res.locals.note.id);
    res.sendStatus(204);
  });

  router.post("/:id/restore", (_req, res) => {
    store.restoreNote(db, res.locals.note.id);
    res.sendStatus(204);
  });

  router.post("/:id/share", (_req, res) => {
    const token = res.locals.note.share_token ?? shareToken();
    db.prepare("UPDATE notes SET share_token = ? WHERE id = ?").run(token, res.locals.note.id);
    res.json({ url: `/share/${token}` });
  });

  router.delete("/:id/share", (_req, res) => {
    db.prepare("UPDATE notes SET share_token = NULL WHERE id = ?").run(res.locals.note.id);
    res.sendStatus(204);
  });

  return router;
}
