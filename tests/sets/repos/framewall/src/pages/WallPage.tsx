import { useState } from "react";
import { Lightbox } from "../components/Lightbox";
import { PictureGrid } from "../components/PictureGrid";
import { TagFilter } from "../components/TagFilter";
import { UploadArea } from "../components/UploadArea";
import { usePictures } from "../hooks/usePictures";
import { t } from "../i18n";

export function WallPage() {
  const [tag, setTag] = useState<string>();
  const [open, setOpen] = useState<number>();
  const { pictures, more } = usePictures(tag);
  const tags = [...new Set(pictures.flatMap((p) => p.tags))].sort();
  return (
    <main onScroll={(e) => {
      const el = e.currentTarget;
      if (el.scrollTop + el.clientHeight >= el.scrollHeight - 200) more();
    }}>
      <UploadArea onDone={() => location.reload()} />
      <TagFilter tags={tags} value={tag} onChange={setTag} />
      {pictures.length === 0 && <p>{t("nothing")}</p>}
      <PictureGrid pictures={pictures} onOpen={setOpen} />
      {open !== undefined && (
        <Lightbox pictures={pictures} index={open} onMove={setOpen} onClose={() => setOpen(undefined)} />
      )}
    </main>
  );
}
