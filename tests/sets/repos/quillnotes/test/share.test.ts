import { expect, test } from "vitest";
import { client } from "./helpers.js";

test("a shared note is readable without signing in", async () => {
  const { agent, auth } = await client();
  const { body } = await agent.post("/notes").set(auth).send({ title: "t", body: "**b**" });
  const share = await agent.post(`/notes/${body.id}/share`).set(auth);
  expect((await agent.get(share.body.url)).text).toContain("<strong>b</strong>");
});
