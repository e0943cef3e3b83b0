export interface Game {
  players: number;
  start(): unknown;
  /** The next state, or undefined when the move is not allowed. */
  move(state: unknown, player: number, data: unknown): unknown | undefined;
  /** A player's index, null for a draw, undefined while the game goes on. */
  winner(state: unknown): number | null | undefined;
}

type Board = (number | null)[];
const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const ticTacToe: Game = {
  players: 2,
  start: () => Array(9).fill(null),
  move(state, player, data) {
    const board = state as Board;
    const cell = data as number;
    if (board[cell] !== null) return undefined;
    return board.map((v, i) => (i === cell ? player : v));
  },
  winner(state) {
    const board = state as Board;
    for (const [a, b, c] of LINES) if (board[a] !== null && board[a] === board[b] && board[a] === board[c]) return board[a];
    return board.includes(null) ? undefined : null;
  },
};

export const games: Record<string, Game> = { ttt: ticTacToe };
