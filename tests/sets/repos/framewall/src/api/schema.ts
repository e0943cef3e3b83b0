// Generated from the server's openapi.json. Do not edit.
export interface Picture {
  id: string;
  title: string;
  url: string;
  thumb: string;
  takenAt: string | null;
  tags: string[];
  starred: boolean;
}
export interface Album {
  id: string;
  name: string;
  pictures: string[];
}
