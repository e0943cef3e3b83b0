import type Database from "better-sqlite3";
import type { RequestHandler } from "express";
import { verify } from "../lib/tokens.js";

/** Reads the bearer token; everything behind it has a user. */
export function session(db: Database.Database): RequestHandler {
  return (req, res, next) => {
    const token = (req.headers.authorization ?? "").replace(/^Bearer /, "");
    const userId = verify(token);
    const user = userId && db.prepare("SELECT id, email FROM users WHERE id = ?").get(userId);
    if (!user) {
      res.status(401).json({ error: "sign in first" });
      return;
    }
    res.locals.user = user;
    next();
  };
}
