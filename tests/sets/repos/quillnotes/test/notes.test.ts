import { expect, test } from "vitest";
import { client } from "./helpers.js";

test("a note in the trash is not listed", async () => {
  const { agent, auth } = await client();
  const { body } = await agent.post("/notes").set(auth).send({ title: "t", body: "b" });
  await agent.delete(`/notes/${body.id}`).set(auth);
  expect((await agent.get("/notes").set(auth)).body).toEqual([]);
});

test("pinned notes come first", async () => {
  const { agent, auth } = await client();
  const first = (await agent.post("/notes").set(auth).send({ title: "a", body: "" })).body.id;
  await agent.post("/notes").set(auth).send({ title: "b", body: "" });
  await agent.post(`/notes/${first}/pin`).set(auth).send({});
  expect((await agent.get("/notes").set(auth)).body[0].title).toBe("a");
});
