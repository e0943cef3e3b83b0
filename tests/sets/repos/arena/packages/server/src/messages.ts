export type ClientMessage =
  | { type: "hello"; name: string; version: number; playerId?: string }
  | { type: "join"; game: string }
  | { type: "move"; data: unknown }
  | { type: "chat"; text: string };

export type ServerMessage =
  | { type: "welcome"; playerId: string; version: number }
  | { type: "joined"; roomId: string; players: string[] }
  | { type: "state"; state: unknown; turn: string }
  | { type: "chat"; from: string; text: string }
  | { type: "end"; winner: string | null };

const TYPES = ["hello", "join", "move", "chat"];

export function parse(text: string): ClientMessage | undefined {
  try {
    const value = JSON.parse(text);
    return TYPES.includes(value.type) ? value : undefined;
  } catch {
    return undefined;
  }
}
