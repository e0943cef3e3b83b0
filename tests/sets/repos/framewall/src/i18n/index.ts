import { en } from "./en";
import { fr } from "./fr";

const texts = { en, fr };
export type Key = keyof typeof en;
export let language: keyof typeof texts = navigator.language.startsWith("fr") ? "fr" : "en";

export function setLanguage(next: keyof typeof texts) {
  language = next;
}
export function t(key: Key): string {
  return texts[language][key];
}
