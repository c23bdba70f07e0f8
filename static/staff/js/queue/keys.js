// Single keys for who decides on many requests. They can be switched off, and stay so on this device.
const STORED = "concierge:requests:keys";
const FIELDS = "input, textarea, select, [contenteditable]";

export class Keys {
  constructor(root, toggle) {
    this.root = root;
    this.toggle = toggle;
    toggle.closest("[hidden]").hidden = false;
    toggle.checked = localStorage.getItem(STORED) !== "off";
    toggle.addEventListener("change", () => localStorage.setItem(STORED, toggle.checked ? "on" : "off"));
    document.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    const isTyping = event.target.closest?.(FIELDS) && event.target !== this.toggle;
    if (event.key === "Escape" && isTyping) this.leaveField(event.target);
    if (!this.toggle.checked || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "j" || event.key === "k") this.step(event.key === "j" ? 1 : -1);
    else if (["a", "d", "o"].includes(event.key)) this.goTo(event.key);
    else return;
    event.preventDefault();
  }

  cards() {
    return [...this.root.querySelectorAll(".rq")];
  }

  current() {
    return document.activeElement.closest?.(".rq");
  }

  step(by) {
    const cards = this.cards();
    const place = cards.indexOf(this.current());
    const next = place < 0 ? 0 : Math.min(Math.max(place + by, 0), cards.length - 1);
    cards[next]?.querySelector("summary").focus();
  }

  // Opens the card and puts the focus on the button or field of this key; nothing is sent yet.
  goTo(key) {
    const card = this.current();
    const target = card?.querySelector(`[data-key="${key}"]`);
    if (!target) return;
    card.querySelector("details").open = true;
    target.focus();
  }

  leaveField(field) {
    field.closest(".rq")?.querySelector("summary").focus();
  }
}
