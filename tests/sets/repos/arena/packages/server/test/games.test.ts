import { expect, test } from "vitest";
import { games } from "../src/games.js";

test("three in a row win", () => {
  expect(games.ttt.winner([0, 0, 0, 1, 1, null, null, null, null])).toBe(0);
});

test("a taken cell is not allowed", () => {
  expect(games.ttt.move([0, null, null, null, null, null, null, null, null], 1, 0)).toBeUndefined();
});
