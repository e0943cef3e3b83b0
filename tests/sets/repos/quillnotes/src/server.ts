import { createApp } from "./app.js";
import { config } from "./config.js";
import { openDatabase } from "./store/db.js";
import { emptyTrash } from "./store/notes.js";

const db = openDatabase(config.databaseFile);
setInterval(() => emptyTrash(db, config.trashDays), 60 * 60 * 1000);
createApp(db).listen(config.port, () => console.log(`listening on ${config.port}`));
