// One file of this visit: its upload, then its reading, until it is live, a draft or failed.

const POLL_MS = 700;
const MOST_FAULTS = 10;

export class FileRow {
  #name;
  #toasts;
  #bar = document.createElement("progress");
  #note = document.createElement("p");
  #title = document.createElement("b");
  #shownStatus = "";

  constructor(name, toasts) {
    this.#name = name;
    this.#toasts = toasts;
    this.#title.textContent = name;
    this.#bar.max = 100;
    this.#bar.setAttribute("aria-label", name);
    this.element = document.createElement("li");
    this.element.className = "doc-file";
    this.element.append(this.#title, this.#bar, this.#note);
  }

  refuse(text) {
    this.element.classList.add("is-bad");
    this.#bar.remove();
    this.#say("failed", text);
  }

  async send(action, body) {
    this.#say("uploading", "Uploading");
    try {
      const answer = await this.#upload(action, body);
      if (answer.error) this.refuse(answer.error);
      else this.#follow(answer); // while the next file is sent
    } catch {
      this.refuse("It could not be sent. Look at the connection, and try again.");
    }
  }

  #upload(action, body) {
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", action);
      request.setRequestHeader("accept", "application/json");
      request.responseType = "json";
      request.upload.addEventListener("progress", (event) => {
        if (event.lengthComputable) this.#bar.value = (100 * event.loaded) / event.total;
      });
      request.addEventListener("load", () => {
        const answer = request.response;
        if (answer?.error?.message) resolve({ error: answer.error.message });
        else if (answer) resolve(answer);
        else reject(new Error(String(request.status)));
      });
      request.addEventListener("error", () => reject(new Error("no connection")));
      request.send(body);
    });
  }

  async #follow(first) {
    let faults = 0;
    let state = first;
    this.#show(state);
    while (!state.is_done && faults < MOST_FAULTS) {
      await new Promise((next) => setTimeout(next, POLL_MS));
      try {
        const response = await fetch(state.follow, { headers: { accept: "application/json" } });
        state = await response.json();
        faults = 0;
        this.#show(state);
      } catch {
        faults += 1;
      }
    }
    if (!state.is_done) this.#say("lost", "How far it is cannot be seen from here. The list shows what became of it.");
  }

  #show(state) {
    this.#bar.value = state.percent;
    const isBad = state.status === "failed";
    if (state.is_done) {
      this.#bar.remove();
      this.element.classList.add(isBad ? "is-bad" : "is-good");
      const link = document.createElement("a");
      link.href = state.url;
      link.textContent = state.title;
      this.#title.replaceChildren(link);
    }
    this.#say(state.status, state.text);
  }

  #say(status, text) {
    this.#note.textContent = text;
    if (status === this.#shownStatus) return;
    this.#shownStatus = status;
    this.#toasts.show(this, `${this.#name}: ${text}`, status === "failed");
  }
}
