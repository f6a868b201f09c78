// The line to the sandbox: one WebSocket, which comes back by itself.

const WAITS = [300, 1000, 2000, 4000];

/** Events: `state`, `message`, `gone`, `levers` with `detail`, and `up`, `down`. */
export class Line extends EventTarget {
  /** @param {string} person the name in the address */
  constructor(person) {
    super();
    this.person = person;
    this.tries = 0;
    this.number = 0;
    /** @type {Map<number, {resolve: (value: any) => void, reject: (error: Error) => void}>} */
    this.asked = new Map();
    this.connect();
  }

  connect() {
    const url = new URL(`/socket/${encodeURIComponent(this.person)}`, location.href);
    url.protocol = "ws:";
    this.socket = new WebSocket(url);
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.dispatchEvent(new Event("up"));
    });
    this.socket.addEventListener("message", (event) => this.heard(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  /** @param {any} body */
  heard(body) {
    if (body.type !== "done") {
      this.dispatchEvent(new CustomEvent(body.type, { detail: body }));
      return;
    }
    const waiting = this.asked.get(body.number);
    this.asked.delete(body.number);
    if (body.error) waiting?.reject(new Error(body.error));
    else waiting?.resolve(body.value);
  }

  lost() {
    for (const { reject } of this.asked.values()) reject(new Error("The sandbox is gone."));
    this.asked.clear();
    this.dispatchEvent(new Event("down"));
    setTimeout(() => this.connect(), WAITS[Math.min(this.tries++, WAITS.length - 1)]);
  }

  /**
   * Ask for an action (`{do: ...}`) or pull a lever (`{lever: ...}`).
   * @param {Record<string, any>} body
   * @returns {Promise<any>} rejected with a sentence that says why not
   */
  ask(body) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Error("The sandbox is gone."));
    }
    const number = ++this.number;
    this.socket.send(JSON.stringify({ ...body, number }));
    return new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
  }
}
