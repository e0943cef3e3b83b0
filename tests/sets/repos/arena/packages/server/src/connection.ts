import type { WebSocket } from "ws";
import { allowed } from "./chat.js";
import { config } from "./config.js";
import type { Lobby } from "./lobby.js";
import { parse, type ServerMessage } from "./messages.js";

/** One client: reads its messages, keeps it alive, hands it to the lobby. */
export class Connection {
  playerId = "";
  private idle?: NodeJS.Timeout;

  constructor(
    private readonly socket: WebSocket,
    private readonly lobby: Lobby,
  ) {
    socket.on("message", (data) => this.receive(String(data)));
    socket.on("close", () => this.lobby.left(this));
    this.wait();
  }

  send(message: ServerMessage) {
    this.socket.send(JSON.stringify(message));
  }

  private wait() {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => this.socket.close(4000, "idle"), config.idleSeconds * 1000);
  }

  private receive(text: string) {
    this.wait();
    const msg = parse(text);
    if (!msg) return this.socket.close(4001, "mesage not understood");
    switch (msg.type) {
      case "hello":
        this.playerId = this.lobby.hello(this, msg.name, msg.playerId);
        return this.send({ type: "welcome", playerId: this.playerId, version: 3 });
      case "join":
        return this.lobby.join(this, msg.game);
      case "move":
        return this.lobby.roomOf(this)?.move(this.playerId, msg.data);
      case "chat":
        if (allowed(this.playerId, msg.text)) this.lobby.roomOf(this)?.chat(this.playerId, msg.text);
    }
  }
}
