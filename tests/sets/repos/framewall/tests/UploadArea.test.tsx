import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { UploadArea } from "../src/components/UploadArea";

test("only pictures are offered for upload", () => {
  const { container } = render(<UploadArea onDone={() => {}} />);
  expect(container.querySelector("input")?.accept).toBe("image/*");
  expect(screen.queryByRole("alert")).toBeNull();
});
