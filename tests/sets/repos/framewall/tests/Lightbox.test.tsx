import { fireEvent, render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { Lightbox } from "../src/components/Lightbox";

const picture = { id: "1", title: "Cat", url: "/1.jpg", thumb: "/1t.jpg", takenAt: null, tags: [], starred: false };

test("escape closes the picture", () => {
  const close = vi.fn();
  render(<Lightbox pictures={[picture]} index={0} onMove={() => {}} onClose={close} />);
  fireEvent.keyDown(window, { key: "Escape" });
  expect(close).toHaveBeenCalled();
});
