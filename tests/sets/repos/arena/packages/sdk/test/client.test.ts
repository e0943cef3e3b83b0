import { expect, test, vi } from "vitest";
import { ArenaClient } from "../src/client.js";

test("a listener hears its own type only", () => {
  const client = new ArenaClient("ws://x", "Ann") as any;
  const heard = vi.fn();
  client.on("chat", heard);
  client.receive({ type: "end", winner: null });
  client.receive({ type: "chat", from: "b", text: "hi" });
  expect(heard).toHaveBeenCalledTimes(1);
});
