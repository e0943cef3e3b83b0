export const en = {
  wall: "Wall",
  albums: "Albums",
  settings: "Settings",
  upload: "Upload a picture",
  delete: "Delete",
  star: "Star",
  nothing: "No pictures yet. Drag some here.",
  theme: "Theme",
  language: "Langauge",
  failed: "That did not work.",
};
