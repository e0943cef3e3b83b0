import pg from "pg";

export interface Scores {
  won(game: string, playerId: string | null): Promise<void>;
  top(game: string, count: number): Promise<{ player: string; wins: number }[]>;
}

export class PgScores implements Scores {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = new pg.Pool({ connectionString: url });
  }

  async won(game: string, playerId: string | null) {
    if (playerId) await this.pool.query("INSERT INTO wins (game, player, at) VALUES ($1, $2, now())", [game, playerId]);
  }

  /** The leaderboard of a game. */
  async top(game: string, count: number) {
    const { rows } = await this.pool.query(
      "SELECT player, count(*)::int AS wins FROM wins WHERE game = $1 GROUP BY player ORDER BY wins DESC LIMIT $2",
      [game, count],
    );
    return rows;
  }
}
