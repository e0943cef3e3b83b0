/** Settings, from the environment. */
export const config = {
  port: Number(process.env.PORT ?? 3000),
  databaseFile: process.env.QUILL_DB ?? "quill.sqlite",
  trashDays: Number(process.env.QUILL_TRASH_DAYS ?? 30),
  sessionSecret: process.env.QUILL_SECRET ?? "dev-secret",
  requestsPerMinute: Number(process.env.QUILL_RATE ?? 120),
};
