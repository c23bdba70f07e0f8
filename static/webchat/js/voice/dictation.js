// Takes a question down, with speech recognition that runs on the device. It fills the field and sends nothing.

import { icon, make } from "../dom.js";

// A page knows its language alone; the recognition of a language needs a region.
const REGIONS = { en: "en-US", es: "es-US", fr: "fr-FR" };
// A guest who says nothing, or who stops, is told nothing.
const HARMLESS = ["no-speech", "aborted"];

export class Dictation {
  #say;
  #composer;
  #recognition = null;
  #button = null;

  /** parts: say, composer. */
  constructor({ say, composer }) {
    this.#say = say;
    this.#composer = composer;
  }

  /** Puts a button beside the field, once, if nothing that is said leaves the device. */
  async offer() {
    if (this.#button || !(await isPrivate())) return;
    this.#button ??= make("button", {
      class: "icon-btn field__dictate",
      type: "button",
      onclick: () => (this.#recognition ? this.stop() : this.#start()),
    });
    this.#show();
    this.#composer.addButton(this.#button);
    this.#composer.typed = () => this.stop();
  }

  stop() {
    const recognition = this.#recognition;
    this.#end();
    // What was said until now is in the field.
    recognition?.abort();
  }

  #start() {
    const before = this.#composer.draft.trimEnd();
    const recognition = new window.SpeechRecognition();
    Object.assign(recognition, { lang: language(), processLocally: true, continuous: true, interimResults: true });
    recognition.onresult = ({ results }) => {
      if (this.#recognition !== recognition) return;
      const words = [...results].map(([best]) => best.transcript).join("");
      this.#composer.draft = [before, words.trim()].filter(Boolean).join(" ");
    };
    recognition.onerror = ({ error }) => {
      if (this.#recognition !== recognition) return;
      this.#end();
      if (!HARMLESS.includes(error)) this.#composer.note = this.#say("dictate_failed");
    };
    recognition.onend = () => this.#recognition === recognition && this.#end();
    this.#recognition = recognition;
    this.#composer.note = this.#say("dictating");
    this.#show();
    recognition.start();
  }

  #end() {
    if (!this.#recognition) return;
    this.#recognition = null;
    this.#composer.note = "";
    this.#show();
  }

  #show() {
    const isOn = Boolean(this.#recognition);
    const words = this.#say(isOn ? "dictate_stop" : "dictate");
    this.#button.replaceChildren(icon(isOn ? "stop" : "mic"), make("span", { class: "vh" }, words));
    this.#button.classList.toggle("field__dictate--on", isOn);
  }
}

async function isPrivate() {
  const { SpeechRecognition } = window;
  // Asked last, and not at all without a microphone: a headless Chromium ends the page when it is asked.
  if (!("processLocally" in SpeechRecognition.prototype) || !(await hasMicrophone())) return false;
  const options = { langs: [language()], processLocally: true };
  return (await SpeechRecognition.available(options).catch(() => "")) === "available";
}

/** False too where the site around the page does not lend it. Asking shows the guest nothing. */
async function hasMicrophone() {
  const devices = await navigator.mediaDevices?.enumerateDevices().catch(() => []);
  return devices?.some(({ kind }) => kind === "audioinput") ?? false;
}

function language() {
  const { lang } = document.documentElement;
  return navigator.languages.find((each) => each.startsWith(`${lang}-`)) ?? REGIONS[lang] ?? lang;
}
