import { useTheme } from "../hooks/useTheme";
import { setLanguage, t } from "../i18n";

export function SettingsPage() {
  const [theme, setTheme] = useTheme();
  return (
    <main>
      <label>
        {t("theme")}
        <select value={theme} onChange={(e) => setTheme(e.target.value as "light" | "dark")}>
          <option>light</option>
          <option>dark</option>
        </select>
      </label>
      <label>
        {t("language")}
        <select onChange={(e) => setLanguage(e.target.value as "en" | "fr")}>
          <option>en</option>
          <option>fr</option>
        </select>
      </label>
    </main>
  );
}
