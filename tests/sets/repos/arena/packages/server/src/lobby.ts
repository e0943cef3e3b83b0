import { randomUUID } from "node:crypto";
import { config } from "./config.js";
import type { Connection } from "./connection.js";
import { games } from "./games.js";
import { Room } from "./room.js";
import type { Scores } from "./scores.js";

/** Brings players together: whoever wants the same game and waits longest plays first. */
export class Lobby {
  private waiting = new Map<string, Connection[]>();
  private rooms = new Map<string, Room>();
  private names = new Map<string, string>();
  private seats = new Map<string, NodeJS.Timeout>();

  constructor(private readonly scores: Scores) {}

  hello(connection: Connection, name: string, oldId?: string): string {
    if (oldId && this.seats.has(oldId)) {
      clearTimeout(this.seats.get(oldId));
      this.seats.delete(oldId);
      this.rooms.get(oldId)?.reconnect(oldId, connection);
      return oldId;
    }
    const id = randomUUID();
    this.names.set(id, name.slice(0, 20));
    return id;
  }

  join(connection: Connection, game: string) {
    const rules = games[game];
    if (!rules) return;
    const queue = this.waiting.get(game) ?? [];
    queue.push(connection);
    this.waiting.set(game, queue);
    if (queue.length < rules.players) return;
    const players = queue.splice(0, rules.players);
    const room = new Room(randomUUID(), rules, players, (winner) => this.scores.won(game, winner));
    for (const p of players) this.rooms.set(p.playerId, room);
  }

  roomOf(connection: Connection): Room | undefined {
    return this.rooms.get(connection.playerId);
  }

  /** Keeps the seat for a while, so that the player can come back. */
  left(connection: Connection) {
    const id = connection.playerId;
    this.seats.set(
      id,
      setTimeout(() => {
        this.rooms.get(id)?.resign(id);
        this.seats.delete(id);
      }, config.seatSeconds * 1000),
    );
  }
}
