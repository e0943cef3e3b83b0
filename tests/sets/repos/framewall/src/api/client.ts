import type { Album, Picture } from "./schema";

async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await fetch(`/api${path}`, { credentials: "include", ...init });
  if (!response.ok) throw new Error(`${response.status} ${path}`);
  return response.status === 204 ? (undefined as T) : response.json();
}

export const listPictures = (page: number, tag?: string) =>
  call<Picture[]>(`/pictures?page=${page}${tag ? `&tag=${tag}` : ""}`);
export const starPicture = (id: string, starred: boolean) =>
  call<void>(`/pictures/${id}/star`, { method: starred ? "PUT" : "DELETE" });
export const deletePicture = (id: string) => call<void>(`/pictures/${id}`, { method: "DELETE" });
export const uploadPicture = (file: File) => {
  const form = new FormData();
  form.append("file", file);
  return call<Picture>("/pictures", { method: "POST", body: form });
};
export const getAlbum = (id: string) => call<Album>(`/albums/${id}`);
export const listAlbums = () => call<Album[]>("/albums");
