// Speaking instead of typing, and listening instead of reading: only where words do not leave the device.

import { LazyPart } from "../lazy_part.js";

export class Voice {
  #dictation;
  #reading;

  /** parts: say, composer. */
  constructor(parts) {
    this.#dictation = new LazyPart(async (query) => {
      const { Dictation } = await import(`./dictation.js${query}`);
      return new Dictation(parts);
    });
    this.#reading = new LazyPart(async (query) => {
      const { Reading } = await import(`./reading.js${query}`);
      return new Reading(parts.say);
    });
  }

  /** Offers to take a question down. */
  offerDictation() {
    if (window.SpeechRecognition?.available) this.#dictation.use((part) => part.offer());
  }

  /** Offers to read an answer: `place` gets a button. */
  offerReading(place, answer) {
    if (window.speechSynthesis) this.#reading.use((part) => part.offer(place, answer));
  }

  /** Ends what is being heard or read. */
  end() {
    this.#dictation.useIfRequested((part) => part.stop());
    this.#reading.useIfRequested((part) => part.stop());
  }
}
