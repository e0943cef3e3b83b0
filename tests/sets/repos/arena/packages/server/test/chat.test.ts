import { expect, test } from "vitest";
import { allowed } from "../src/chat.js";

test("the twenty-first message within a minute is not allowed", () => {
  for (let i = 0; i < 20; i++) expect(allowed("p", "hi", 1000 + i)).toBe(true);
  expect(allowed("p", "hi", 1100)).toBe(false);
});
