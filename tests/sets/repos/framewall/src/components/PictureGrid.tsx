import type { Picture } from "../api/schema";

export function PictureGrid({ pictures, onOpen }: { pictures: Picture[]; onOpen: (index: number) => void }) {
  return (
    <div className="grid">
      {pictures.map((p, i) => (
        <button key={p.id} onClick={() => onOpen(i)}>
          <img src={p.thumb} alt={p.title} />
        </button>
      ))}
    </div>
  );
}
