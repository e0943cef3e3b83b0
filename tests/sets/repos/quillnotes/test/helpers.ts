import supertest from "supertest";
import { createApp } from "../src/app.js";
import { openDatabase } from "../src/store/db.js";

export async function client() {
  const agent = supertest(createApp(openDatabase(":memory:")));
  const { body } = await agent.post("/users").send({ email: "a@b.example", password: "longenough" });
  return { agent, auth: { authorization: `Bearer ${body.token}` } };
}
