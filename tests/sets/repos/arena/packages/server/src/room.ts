import type { Connection } from "./connection.js";
import type { Game } from "./games.js";

/** One match: whose turn it is, what may be done, who hears about it. */
export class Room {
  private state: unknown;
  private turn = 0;

  constructor(
    readonly id: string,
    private readonly game: Game,
    private readonly players: Connection[],
    private readonly ended: (winner: string | null) => void,
  ) {
    this.state = game.start();
    this.tell({ type: "joined", roomId: id, players: players.map((p) => p.playerId) });
    this.show();
  }

  move(playerId: string, data: unknown) {
    if (this.players[this.turn].playerId !== playerId) return;
    const next = this.game.move(this.state, this.turn, data);
    if (next === undefined) return;
    this.state = next;
    const winner = this.game.winner(next);
    if (winner !== undefined) return this.end(winner === null ? null : this.players[winner].playerId);
    this.turn = (this.turn + 1) % this.players.length;
    this.show();
  }

  chat(from: string, text: string) {
    this.tell({ type: "chat", from, text });
  }

  reconnect(playerId: string, connection: Connection) {
    this.players[this.players.findIndex((p) => p.playerId === playerId)] = connection;
    this.show();
  }

  resign(playerId: string) {
    const other = this.players.find((p) => p.playerId !== playerId);
    this.end(other?.playerId ?? null);
  }

  private end(winner: string | null) {
    this.tell({ type: "end", winner });
    this.ended(winner);
  }

  private show() {
    this.tell({ type: "state", state: this.state, turn: this.players[this.turn].playerId });
  }

  private tell(message: Parameters<Connection["send"]>[0]) {
    for (const p of this.players) p.send(message);
  }
}
