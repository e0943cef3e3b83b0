import { BrowserRouter, Route, Routes } from "react-router-dom";
import { Header } from "./components/Header";
import { AlbumPage } from "./pages/AlbumPage";
import { SettingsPage } from "./pages/SettingsPage";
import { WallPage } from "./pages/WallPage";

export function App() {
  return (
    <BrowserRouter>
      <Header />
      <Routes>
        <Route path="/" element={<WallPage />} />
        <Route path="/albums/:id" element={<AlbumPage />} />
        <Route path="/settings" element={<SettingsPage />} />
      </Routes>
    </BrowserRouter>
  );
}
