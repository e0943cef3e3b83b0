import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { TagFilter } from "../src/components/TagFilter";

test("every tag is an option", () => {
  render(<TagFilter tags={["cat", "dog"]} onChange={() => {}} />);
  expect(screen.getAllByRole("option")).toHaveLength(3);
});
