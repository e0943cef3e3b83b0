import { useCallback, useEffect, useState } from "react";
import { listPictures } from "../api/client";
import type { Picture } from "../api/schema";

/** Pictures page by page; `more` loads the next page when the end of the wall is reached. */
export function usePictures(tag?: string) {
  const [pictures, setPictures] = useState<Picture[]>([]);
  const [page, setPage] = useState(1);
  const [error, setError] = useState<Error>();

  useEffect(() => {
    listPictures(page, tag).then(
      (next) => setPictures((before) => [...before, ...next]),
      setError,
    );
  }, [page, tag]);

  const more = useCallback(() => setPage((p) => p + 1), []);
  return { pictures, more, error };
}
