import { expect, test } from "vitest";
import { client } from "./helpers.js";

test("a short password is refused", async () => {
  const { agent } = await client();
  expect((await agent.post("/users").send({ email: "c@d.example", password: "short" })).status).toBe(400);
});
