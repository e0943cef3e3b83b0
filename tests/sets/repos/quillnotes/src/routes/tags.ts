import type Database from "better-sqlite3";
import { Router } from "express";
import { tagCounts } from "../store/tags.js";

export function tagsRouter(db: Database.Database) {
  const router = Router();
  router.get("/", (_req, res) => {
    res.json(tagCounts(db, res.locals.user.id));
  });
  return router;
}
