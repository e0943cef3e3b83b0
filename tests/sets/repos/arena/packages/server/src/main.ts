import { WebSocketServer } from "ws";
import { config } from "./config.js";
import { Connection } from "./connection.js";
import { Lobby } from "./lobby.js";
import { PgScores } from "./scores.js";

const lobby = new Lobby(new PgScores(config.databaseUrl));
const server = new WebSocketServer({ port: config.port, maxPayload: config.maxMessageBytes });
server.on("connection", (socket) => new Connection(socket, lobby));
console.log(`arena listens on ${config.port}`);
