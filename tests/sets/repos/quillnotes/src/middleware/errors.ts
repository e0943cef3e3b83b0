import type { ErrorRequestHandler } from "express";
import { ZodError } from "zod";

export const errors: ErrorRequestHandler = (error, _req, res, _next) => {
  if (error instanceof ZodError) {
    res.status(400).json({ error: "bad input", fields: error.flatten().fieldErrors });
    return;
  }
  console.error(error.message);
  res.status(500).json({ error: "something went wrong" });
};
