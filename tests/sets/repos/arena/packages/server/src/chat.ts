import { config } from "./config.js";

const times = new Map<string, number[]>();

/** Whether a player may say this: not too often, and without banned words. */
export function allowed(playerId: string, text: string, now = Date.now()): boolean {
  const recent = (times.get(playerId) ?? []).filter((t) => t > now - 60_000);
  times.set(playerId, [...recent, now]);
  if (recent.length >= config.chatPerMinute) return false;
  return !config.bannedWords.some((word) => text.toLowerCase().includes(word));
}
