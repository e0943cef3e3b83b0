import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { config } from "../config.js";

function mac(text: string): string {
  return createHmac("sha256", config.sessionSecret).update(text).digest("hex");
}

/** A session token: the user's number and a signature over it. It does not expire. */
export function sign(userId: number): string {
  return `${userId}.${mac(String(userId))}`;
}

export function verify(token: string): number | undefined {
  const [id, given] = token.split(".");
  if (!id || !given || given.length !== 64) return undefined;
  return timingSafeEqual(Buffer.from(given), Buffer.from(mac(id))) ? Number(id) : undefined;
}

export function shareToken(): string {
  return randomBytes(16).toString("hex");
}
