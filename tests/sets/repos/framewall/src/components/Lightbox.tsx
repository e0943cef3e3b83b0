import { deletePicture, starPicture } from "../api/client";
import type { Picture } from "../api/schema";
import { useKeys } from "../hooks/useKeys";
import { t } from "../i18n";

interface Props {
  pictures: Picture[];
  index: number;
  onMove: (index: number) => void;
  onClose: () => void;
}

export function Lightbox({ pictures, index, onMove, onClose }: Props) {
  const picture = pictures[index];
  useKeys({
    j: () => onMove(index + 1),
    k: () => onMove(Math.max(index - 1, 0)),
    s: () => starPicture(picture.id, !picture.starred),
    Escape: onClose,
  });
  return (
    <dialog open>
      <img src={picture.url} alt={picture.title} />
      <a href={picture.url} download>
        {picture.title}
      </a>
      <button onClick={() => starPicture(picture.id, !picture.starred)}>{t("star")}</button>
      <button onClick={() => deletePicture(picture.id)}>{t("delete")}</button>
    </dialog>
  );
}
