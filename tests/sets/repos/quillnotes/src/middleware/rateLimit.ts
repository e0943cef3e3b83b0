import type { RequestHandler } from "express";
import { config } from "../config.js";

/** A fixed window of one minute per address. */
export function rateLimit(): RequestHandler {
  const seen = new Map<string, { start: number; count: number }>();
  return (req, res, next) => {
    const key = req.ip ?? "unknown";
    const now = Date.now();
    const window = seen.get(key);
    if (!window || now - window.start > 60_000) {
      seen.set(key, { start: now, count: 1 });
      return next();
    }
    window.count += 1;
    if (window.count > config.requestsPerMinute) {
      res.status(429).json({ error: "too many requests, try agian in a minute" });
      return;
    }
    next();
  };
}
