// A short chime when something new is here. It can be switched off, and stays so on this device.
const STORED = "concierge:queue:sound";
const SECONDS = 0.4;
const HERTZ = 660;
const LOUDNESS = 0.15;

export class Sound {
  constructor(toggle) {
    this.toggle = toggle;
    this.context = null;
    toggle.checked = localStorage.getItem(STORED) !== "off";
    toggle.addEventListener("change", () => localStorage.setItem(STORED, toggle.checked ? "on" : "off"));
  }

  // A browser may keep a page silent until somebody has used it; then nothing is heard, and nothing breaks.
  play() {
    if (!this.toggle.checked) return;
    this.context ??= new AudioContext();
    this.context.resume().catch(() => null);
    const [tone, volume] = [this.context.createOscillator(), this.context.createGain()];
    const now = this.context.currentTime;
    tone.frequency.value = HERTZ;
    volume.gain.setValueAtTime(LOUDNESS, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + SECONDS);
    tone.connect(volume).connect(this.context.destination);
    tone.start(now);
    tone.stop(now + SECONDS);
  }
}
