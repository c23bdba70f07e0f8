// Hears that the list has changed. It is asked for anew after each time without a connection.
const PING_MS = 60_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
const FORBIDDEN = 4403;

export class LiveSocket {
  constructor(path, changed) {
    this.address = `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
    this.changed = changed;
    this.wait = FIRST_WAIT_MS;
    this.isFirst = true;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    const ping = setInterval(() => socket.readyState === WebSocket.OPEN && socket.send("ping"), PING_MS);
    socket.onopen = () => {
      this.wait = FIRST_WAIT_MS;
      document.documentElement.dataset.live = "yes";
      if (!this.isFirst) this.changed();
      this.isFirst = false;
    };
    socket.onmessage = () => this.changed();
    socket.onclose = (event) => {
      clearInterval(ping);
      delete document.documentElement.dataset.live;
      if (event.code === FORBIDDEN) return;
      setTimeout(() => this.open(), this.wait * (0.5 + Math.random()));
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT_MS);
    };
  }
}
