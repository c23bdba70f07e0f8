// Follows new words while the guest is at the end, never past the question, and never against the guest's hand.

const NEAR_PX = 96;

export class Scroll {
  #thread;
  #pill;
  #header = document.querySelector(".header");
  #composer = document.querySelector(".composer");
  #isFollowing = false;
  #target = null;
  #lastSet = -1;
  #extent = 0;
  #wasBusy = false;

  constructor(thread, pill) {
    this.#thread = thread;
    this.#pill = pill;
    addEventListener("scroll", () => this.#scrolled(), { passive: true });
    addEventListener(
      "wheel",
      ({ deltaY }) => {
        if (deltaY < 0) this.#isFollowing = false;
      },
      { passive: true },
    );
    new ResizeObserver(() => this.#grown()).observe(thread);
    pill.addEventListener("click", () => this.toEnd());
  }

  /** Begins to follow this exchange, or with null the end of the thread. */
  follow(exchange) {
    this.#target = exchange;
    this.#isFollowing = this.#wasBusy = true;
    if (exchange) this.#go();
  }

  /** Something is asked under the words that are followed: they may go up as far as their own beginning. */
  reach(words) {
    if (!this.#isFollowing) return;
    this.#target = words;
    this.#go();
  }

  /** Whether the guest sees the end of the thread. */
  get isAtEnd() {
    return this.#end() - scrollY < NEAR_PX;
  }

  /** Words come that nobody here has asked for: into view for a guest at the end, else behind the pill. */
  tell(exchange) {
    this.#wasBusy = true;
    if (this.#isFollowing && !this.#target) return;
    this.#isFollowing = this.isAtEnd;
    this.#target = exchange;
  }

  toEnd() {
    this.#pill.hidden = true;
    this.#isFollowing = true;
    this.#target = null;
    scrollTo({ top: this.#end(), behavior: "instant" });
  }

  #grown() {
    const extent = this.#thread.offsetHeight;
    if (!extent) return;
    const hasGrown = extent > this.#extent;
    this.#extent = extent;
    if (!this.#isNews()) return;
    if (this.#isFollowing) this.#go();
    else if (hasGrown && this.#below() > NEAR_PX) this.#pill.hidden = false;
  }

  // A card that the guest opens also makes the thread longer; that is not news.
  #isNews() {
    const isBusy = this.#thread.querySelector('[aria-busy="true"]') !== null;
    const isNews = isBusy || this.#wasBusy;
    this.#wasBusy = isBusy;
    return isNews;
  }

  #go() {
    const top = Math.min(this.#end(), Math.max(this.#limit(), scrollY));
    if (top > scrollY + 1) {
      this.#lastSet = Math.round(top);
      scrollTo({ top, behavior: "instant" });
    }
    this.#pill.hidden = this.#below() < NEAR_PX || this.#end() - scrollY < NEAR_PX;
  }

  #scrolled() {
    if (this.#below() < NEAR_PX) this.#pill.hidden = true;
    // The browser moves the page itself when it shrinks and grows in one frame; the observer comes after.
    if (Math.abs(scrollY - this.#lastSet) < 3 || this.#thread.offsetHeight !== this.#extent) return;
    this.#isFollowing = this.isAtEnd;
    if (scrollY > this.#limit() + NEAR_PX) this.#target = null;
  }

  /** Where the question would touch the header. */
  #limit() {
    if (!this.#target) return Infinity;
    return this.#target.getBoundingClientRect().top + scrollY - this.#header.offsetHeight - 16;
  }

  #end() {
    return document.documentElement.scrollHeight - innerHeight;
  }

  /** Pixels of the newest words that lie under the composer or below the window; cards and chips are no words. */
  #below() {
    const words = [
      ...this.#thread.querySelectorAll(".exchange:last-of-type :is(.prose, .status, .trouble, .help):not([hidden])"),
    ];
    const bottoms = words.map((each) => each.getBoundingClientRect().bottom);
    return Math.max(...bottoms, -Infinity) - this.#composer.getBoundingClientRect().top;
  }
}
