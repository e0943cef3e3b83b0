export const config = {
  port: Number(process.env.ARENA_PORT ?? 7070),
  databaseUrl: process.env.ARENA_DB ?? "postgres://localhost/arena",
  maxMessageBytes: 16 * 1024,
  idleSeconds: 60,
  seatSeconds: 300,
  chatPerMinute: 20,
  bannedWords: (process.env.ARENA_BANNED ?? "").split(",").filter(Boolean),
};
