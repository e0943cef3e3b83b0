import { Link } from "react-router-dom";
import { t } from "../i18n";

export function Header() {
  return (
    <header>
      <Link to="/">{t("wall")}</Link> <Link to="/settings">{t("settings")}</Link>
    </header>
  );
}
