import bcrypt from "bcryptjs";
import type Database from "better-sqlite3";
import { Router } from "express";
import { z } from "zod";
import { sign } from "../lib/tokens.js";

const Credentials = z.object({ email: z.string().email(), password: z.string().min(8) });

export function usersRouter(db: Database.Database) {
  const router = Router();

  router.post("/", (req, res) => {
    const { email, password } = Credentials.parse(req.body);
    const result = db
      .prepare("INSERT INTO users (email, password_hash) VALUES (?, ?)")
      .run(email, bcrypt.hashSync(password, 10));
    res.status(201).json({ token: sign(Number(result.lastInsertRowid)) });
  });

  router.post("/login", (req, res) => {
    const { email, password } = Credentials.parse(req.body);
    const user = db.prepare("SELECT * FROM users WHERE email = ?").get(email) as any;
    if (!user || !bcrypt.compareSync(password, user.password_hash)) {
      return res.status(401).json({ error: "wrong e-mail or password" });
    }
    res.json({ token: sign(user.id) });
  });

  return router;
}
