export { ArenaClient } from "./client.js";
export type { Events, Options } from "./types.js";
