import express from "express";
import type Database from "better-sqlite3";
import { errors } from "./middleware/errors.js";
import { rateLimit } from "./middleware/rateLimit.js";
import { session } from "./middleware/session.js";
import { notesRouter } from "./routes/notes.js";
import { shareRouter } from "./routes/share.js";
import { tagsRouter } from "./routes/tags.js";
import { usersRouter } from "./routes/users.js";

export function createApp(db: Database.Database) {
  const app = express();
  app.use(express.json({ limit: "1mb" }));
  app.use(rateLimit());
  app.use("/users", usersRouter(db));
  app.use("/share", shareRouter(db));
  app.use(session(db));
  app.use("/notes", notesRouter(db));
  app.use("/tags", tagsRouter(db));
  app.use(errors);
  return app;
}
