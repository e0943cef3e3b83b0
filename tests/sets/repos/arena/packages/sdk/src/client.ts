import type { Events, Options } from "./types.js";

type Listener<K extends keyof Events> = (event: Events[K]) => void;

/** A player's connection to an arena server. */
export class ArenaClient {
  private socket?: WebSocket;
  private playerId?: string;
  private delay: number;
  private readonly listeners: { [K in keyof Events]?: Listener<K>[] } = {};

  constructor(
    private readonly url: string,
    private readonly name: string,
    private readonly options: Options = {},
  ) {
    this.delay = options.retryDelay ?? 500;
  }

  on<K extends keyof Events>(type: K, listener: Listener<K>) {
    ((this.listeners[type] ??= []) as Listener<K>[]).push(listener);
  }

  connect(): Promise<void> {
    return new Promise((resolve) => {
      const socket = new WebSocket(this.url);
      this.socket = socket;
      socket.onopen = () => {
        this.send({ type: "hello", name: this.name, version: 3, playerId: this.playerId });
        resolve();
      };
      socket.onmessage = (event) => this.receive(JSON.parse(event.data));
      socket.onclose = () => this.lost();
    });
  }

  join(game: string) {
    this.send({ type: "join", game });
  }

  move(data: unknown) {
    this.send({ type: "move", data });
  }

  chat(text: string) {
    this.send({ type: "chat", text });
  }

  private send(message: object) {
    this.socket?.send(JSON.stringify(message));
  }

  private receive(message: any) {
    if (message.type === "welcome") this.playerId = message.playerId;
    for (const f of this.listeners[message.type as keyof Events] ?? []) (f as (e: unknown) => void)(message);
  }

  private lost() {
    if (this.options.reconnect === false) return;
    setTimeout(() => void this.connect(), this.delay);
    this.delay = Math.min(this.delay * 2, 30_000);
  }
}
