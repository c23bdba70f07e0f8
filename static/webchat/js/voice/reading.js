// Reads an answer aloud when a guest asks for it, with a voice that the device itself has.

import { icon, make } from "../dom.js";

export class Reading {
  #say;
  #unvoiced = [];
  #button = null;

  constructor(say) {
    this.#say = say;
    // Some browsers know their voices only after a while.
    speechSynthesis.addEventListener("voiceschanged", () => {
      for (const [place, answer] of this.#unvoiced.splice(0)) this.offer(place, answer);
    });
    addEventListener("pagehide", () => this.stop());
  }

  /** Adds a button to `place`, if there is a voice for the answer: {text(), lang}. */
  offer(place, answer) {
    const voice = localVoice(answer.lang);
    if (!voice) return this.#keep(place, answer);
    const button = make("button", {
      class: "icon-btn",
      type: "button",
      onclick: () => (this.#button === button ? this.stop() : this.#read(button, answer, voice)),
    });
    this.#show(button, false);
    place.append(button);
  }

  // Answers that have left the page are let go, for most devices never find a voice.
  #keep(place, answer) {
    this.#unvoiced = [...this.#unvoiced.filter(([each]) => each.isConnected), [place, answer]];
  }

  stop() {
    if (!this.#button) return;
    this.#show(this.#button, false);
    this.#button = null;
    speechSynthesis.cancel();
  }

  #read(button, { text }, voice) {
    this.stop();
    const utterance = new SpeechSynthesisUtterance(text());
    Object.assign(utterance, { voice, lang: voice.lang });
    utterance.onend = utterance.onerror = () => this.#button === button && this.stop();
    this.#button = button;
    this.#show(button, true);
    speechSynthesis.speak(utterance);
  }

  #show(button, isOn) {
    const words = this.#say(isOn ? "read_stop" : "read_aloud");
    button.replaceChildren(icon(isOn ? "stop" : "speaker"), make("span", { class: "vh" }, words));
  }
}

/** Of another voice, the words would be sent to whoever offers it. */
function localVoice(lang) {
  const voices = speechSynthesis.getVoices().filter((voice) => voice.localService);
  const matches = voices.filter((voice) => voice.lang.toLowerCase().split(/[-_]/)[0] === lang);
  return matches.find((voice) => voice.default) ?? matches[0];
}
