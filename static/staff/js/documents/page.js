// Takes documents that are dropped or chosen, one after another. Without this script the form sends them.
import { FileRow } from "./file_row.js";
import { Toasts } from "./toasts.js";

class Panel {
  #root;
  #form;
  #list;
  #toasts;
  #queue = Promise.resolve();

  constructor(root) {
    this.#root = root;
    this.#form = root.querySelector("form");
    this.#list = root.querySelector(".doc-files");
    this.#toasts = new Toasts(root.querySelector(".doc-toasts"));
    const drop = root.querySelector(".doc-drop");
    const input = drop.querySelector("input");
    // Otherwise unfold writes the file's name into the text field of its own widget, which is not here.
    input.hasChangeListener = true;
    input.addEventListener("change", () => {
      this.#take([...input.files]);
      input.value = "";
    });
    for (const name of ["dragenter", "dragover"]) {
      drop.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.add("is-over");
      });
    }
    for (const name of ["dragleave", "drop"]) {
      drop.addEventListener(name, () => drop.classList.remove("is-over"));
    }
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      this.#take([...event.dataTransfer.files]);
    });
  }

  #take(files) {
    for (const file of files) {
      const row = new FileRow(file.name, this.#toasts);
      this.#list.prepend(row.element);
      const fault = this.#fault(file);
      if (fault) {
        row.refuse(fault);
        continue;
      }
      const body = new FormData(this.#form);
      body.set("file", file);
      // One upload at a time; files that are read already are followed meanwhile.
      this.#root.querySelector(".doc-again").hidden = false;
      this.#queue = this.#queue.then(() => row.send(this.#form.action, body));
    }
  }

  #fault(file) {
    const place = this.#form.elements.property;
    if (place && !place.value) return "Choose the property first, then drop the file again.";
    const most = Number(this.#root.dataset.mostBytes);
    if (file.size > most) return `A document may have at most ${most / 2 ** 20} MB; this one has more.`;
    const endings = this.#root.dataset.endings.split(",");
    const isRead = endings.some((ending) => file.name.toLowerCase().endsWith(ending));
    return isRead ? "" : "Such files cannot be read. PDF, Word (.docx), HTML, Markdown and text files are.";
  }
}

new Panel(document.getElementById("doc-panel"));
