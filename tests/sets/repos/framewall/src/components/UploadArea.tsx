import { useState } from "react";
import { uploadPicture } from "../api/client";
import { t } from "../i18n";

const MAX_BYTES = 20 * 1024 * 1024;

/** Takes dropped and chosen files; what is larger than 20 MB is left out. */
export function UploadArea({ onDone }: { onDone: () => void }) {
  const [failed, setFailed] = useState(false);
  const send = async (files: FileList) => {
    try {
      for (const f of Array.from(files)) if (f.size <= MAX_BYTES) await uploadPicture(f);
      onDone();
    } catch {
      setFailed(true);
    }
  };
  return (
    <label onDrop={(e) => { e.preventDefault(); void send(e.dataTransfer.files); }} onDragOver={(e) => e.preventDefault()}>
      {t("upload")}
      <input type="file" multiple accept="image/*" onChange={(e) => e.target.files && void send(e.target.files)} />
      {failed && <p role="alert">{t("failed")}</p>}
    </label>
  );
}
