import { expect, test, vi } from "vitest";
import { Lobby } from "../src/lobby.js";

test("two players who want the same game meet", () => {
  const lobby = new Lobby({ won: vi.fn(), top: vi.fn() });
  const a = { playerId: "a", send: vi.fn() } as any;
  const b = { playerId: "b", send: vi.fn() } as any;
  lobby.join(a, "ttt");
  lobby.join(b, "ttt");
  expect(lobby.roomOf(a)).toBe(lobby.roomOf(b));
});
