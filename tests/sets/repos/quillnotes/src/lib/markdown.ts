import { marked } from "marked";

/** A note's body as HTML. Raw HTML in the note is escaped. */
export function render(body: string): string {
  const escaped = body.replaceAll("<", "&lt;");
  return marked.parse(escaped, { async: false }) as string;
}
