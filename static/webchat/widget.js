// The chat in a corner of any page: one script tag.
//
//   <script src="https://concierge.example/static/webchat/widget.js" data-property="mohegan-sun"
//           data-position="left" data-colour="#0d4c54" data-colour-night="#92c1bc" data-sign="ridge"
//           data-language="es" data-label="Ask us"></script>
//
// The chat lives in a frame of its own: it reads nothing of the page, and the page nothing of it.
(() => {
  const script = document.currentScript;
  const {
    property,
    position = "right",
    colour = "#0d4c54",
    // A colour that a site has chosen is its own by night too, unless it gives another.
    colourNight = script.dataset.colour ?? "#92c1bc",
    // That of the site, unless it gives another.
    language: code = document.documentElement.lang,
    sign = "sun",
  } = script.dataset;
  if (!property || document.getElementById("concierge-widget")) return;
  // "ES-mx" is Spanish too.
  const language = code.toLowerCase().split("-")[0] || "en";
  const WORDS = { en: ["Concierge", "Close"], es: ["Conserje", "Cerrar"], fr: ["Concierge", "Fermer"] };
  const [ownLabel, ownClose] = WORDS[language] ?? WORDS.en;
  const { label = ownLabel, close = ownClose } = script.dataset;
  const address = new URL(
    `/${encodeURIComponent(property)}/embedded/?lang=${encodeURIComponent(language)}`,
    script.src,
  );
  const side = position === "left" ? "left" : "right";
  const night = matchMedia("(prefers-color-scheme: dark)");
  const phone = matchMedia("(max-width: 480px)");
  const host = document.createElement("div");
  host.id = "concierge-widget";
  const root = host.attachShadow({ mode: "open" });

  // Set through the CSSOM, which no content security policy of the page forbids.
  const dress = (element, rules) => Object.assign(element.style, rules);

  // The page's own typeface; where the site's policy forbids it, the system's takes its place.
  const typeface = new URL("fonts/commissioner-latin-500-normal.woff2", script.src);
  const font = new FontFace("Concierge Commissioner", `url("${typeface}")`, { weight: "500", display: "swap" });
  document.fonts.add(font);

  const ICONS = {
    sun: "M2 18.5h20M8.5 18.5a3.5 3.5 0 0 1 7 0M5.5 18.5a6.5 6.5 0 0 1 13 0M2.6 18.5a9.4 9.4 0 0 1 18.8 0",
    ridge: "M2 18.5h20M3 18.5 10 6l3.5 6M6 18.5l4-7 4 7M11.5 18.5 16 9l5 9.5",
    close: "m6 6 12 12M18 6 6 18",
  };
  const openIcon = ICONS[sign] ?? ICONS.sun;
  const drawn = (tag, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    return element;
  };
  const path = drawn("path", { d: openIcon });
  const mark = drawn("svg", {
    viewBox: "0 0 24 24",
    width: "22",
    height: "22",
    fill: "none",
    stroke: "currentColor",
    "stroke-width": "1.5",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
    "aria-hidden": "true",
  });
  mark.append(path);
  const words = document.createElement("span");
  words.textContent = label;

  const button = document.createElement("button");
  button.type = "button";
  button.append(mark, words);
  button.setAttribute("aria-expanded", "false");
  dress(button, {
    position: "fixed",
    zIndex: "2147483002",
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: ".625rem",
    minHeight: "48px",
    borderRadius: "24px",
    font: '500 16px/1 "Concierge Commissioner", system-ui, sans-serif',
    cursor: "pointer",
  });
  const isOpen = () => button.getAttribute("aria-expanded") === "true";

  // Beside the frame, or as a cross in the upper corner of the screen that the frame fills.
  const place = () => {
    const isCross = isOpen() && phone.matches;
    dress(button, {
      inset: isCross ? ".375rem .375rem auto auto" : "auto",
      bottom: isCross ? "auto" : "max(1.25rem, env(safe-area-inset-bottom))",
      [side]: isCross && side === "left" ? "auto" : isCross ? ".375rem" : "1.25rem",
      padding: isCross ? "0" : "0 1.35rem 0 1.1rem",
      width: isCross ? "48px" : "auto",
    });
    dress(words, isCross ? { position: "absolute", opacity: "0" } : { position: "", opacity: "" });
    return isCross;
  };

  // Black or white, whichever is easier to read on the property's colour; a rim parts it from a page as dark as it.
  const paint = () => {
    if (place()) {
      const ink = night.matches ? "#f0ece5" : "#211d18";
      return dress(button, { background: "none", color: ink, border: "0", boxShadow: "none" });
    }
    button.style.background = night.matches ? colourNight : colour;
    const [red, green, blue] = getComputedStyle(button)
      .backgroundColor.match(/[\d.]+/g)
      .map((part) => (part / 255) ** 2.2);
    button.style.color = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
    button.style.border = `1px solid ${night.matches ? "rgb(255 255 255 / .28)" : "transparent"}`;
    button.style.boxShadow = "0 .5rem 1.5rem rgb(0 0 0 / .25)";
  };

  let frame = null;
  // All of a phone; a corner of everything else.
  const dressFrame = () => {
    dress(frame, {
      position: "fixed",
      zIndex: "2147483001",
      boxSizing: "border-box",
      inset: phone.matches ? "0" : "auto",
      bottom: phone.matches ? "0" : "5.25rem",
      [side]: phone.matches ? "0" : "1.25rem",
      width: phone.matches ? "100vw" : "400px",
      height: phone.matches ? "100dvh" : "min(640px, calc(100dvh - 7rem))",
      border: phone.matches ? "0" : `1px solid ${night.matches ? "#5d5750" : "#d7d3cd"}`,
      borderRadius: phone.matches ? "0" : "12px",
      boxShadow: "0 1.5rem 4rem -1rem rgb(0 0 0 / .4)",
      background: night.matches ? "#15130f" : "#f6f4f0",
    });
  };
  const adapt = () => {
    paint();
    if (frame) dressFrame();
  };
  const build = () => {
    frame = document.createElement("iframe");
    frame.title = label;
    if (phone.matches) address.searchParams.set("whole", "1");
    frame.src = address;
    frame.allow = navigator.share ? "clipboard-write; web-share" : "clipboard-write";
    dressFrame();
    root.append(frame);
  };
  const show = (wantsOpen) => {
    if (wantsOpen && !frame) build();
    frame.style.display = wantsOpen ? "block" : "none";
    words.textContent = wantsOpen ? close : label;
    path.setAttribute("d", wantsOpen ? ICONS.close : openIcon);
    button.setAttribute("aria-expanded", String(wantsOpen));
    paint();
    if (wantsOpen) frame.focus();
    else button.focus();
  };
  button.addEventListener("click", () => show(!isOpen()));
  for (const query of [night, phone]) query.addEventListener("change", adapt);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOpen()) show(false);
  });
  // The frame hears the keys while the guest writes in it.
  addEventListener("message", ({ source, data }) => {
    if (frame && source === frame.contentWindow && data === "concierge:close") show(false);
  });
  root.append(button);
  (document.body ?? document.documentElement).append(host);
  paint();
})();
