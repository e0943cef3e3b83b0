import { renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useTheme } from "../src/hooks/useTheme";

test("the saved theme wins", () => {
  localStorage.setItem("theme", "dark");
  expect(renderHook(() => useTheme()).result.current[0]).toBe("dark");
});
