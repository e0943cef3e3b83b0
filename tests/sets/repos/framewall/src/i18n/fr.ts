export const fr = {
  wall: "Mur",
  albums: "Albums",
  settings: "Réglages",
  upload: "Ajouter une photo",
  delete: "Supprimer",
  star: "Favori",
  nothing: "Pas encore de photos. Déposez-en ici.",
  theme: "Thème",
  language: "Langue",
  failed: "Cela n'a pas marché.",
};
