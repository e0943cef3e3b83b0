export interface Events {
  welcome: { playerId: string };
  joined: { roomId: string; players: string[] };
  state: { state: unknown; turn: string };
  chat: { from: string; text: string };
  end: { winner: string | null };
}

export interface Options {
  /** Try again after a lost connection. Default: true. */
  reconnect?: boolean;
  /** Milliseconds before the first new try; doubles up to 30 s. */
  retryDelay?: number;
}
