import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { getAlbum } from "../api/client";
import type { Album } from "../api/schema";

export function AlbumPage() {
  const { id } = useParams();
  const [album, setAlbum] = useState<Album>();
  useEffect(() => {
    if (id) void getAlbum(id).then(setAlbum);
  }, [id]);
  return <main><h1>{album?.name}</h1><p>{album?.pictures.length} pictures</p></main>;
}
