// The chat in a corner of any page: one script tag.
//
//   <script src="https://concierge.example/static/webchat/widget.js" data-property="mohegan-sun"
//           data-position="left" data-colour="#0d4c54" data-language="es" data-label="Ask us"></script>
//
// The chat lives in a frame of its own: it reads nothing of the page, and the page nothing of it.
(() => {
  const script = document.currentScript;
  const {
    property,
    position = "right",
    colour = "#0d4c54",
    language = "en",
    label = "Concierge",
    close = "Close",
  } = script.dataset;
  if (!property || document.getElementById("concierge-widget")) return;
  const address = new URL(
    `/${encodeURIComponent(property)}/embedded/?lang=${encodeURIComponent(language)}`,
    script.src,
  );
  const side = position === "left" ? "left" : "right";
  const host = document.createElement("div");
  host.id = "concierge-widget";
  const root = host.attachShadow({ mode: "open" });

  // Set through the CSSOM, which no content security policy of the page forbids.
  const dress = (element, rules) => Object.assign(element.style, rules);
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.setAttribute("aria-expanded", "false");
  dress(button, {
    position: "fixed",
    bottom: "1.25rem",
    [side]: "1.25rem",
    zIndex: "2147483000",
    minHeight: "48px",
    padding: "0 1.4rem",
    border: "0",
    borderRadius: "24px",
    background: colour,
    color: "#fff",
    font: "500 16px/1 system-ui, sans-serif",
    cursor: "pointer",
    boxShadow: "0 .5rem 1.5rem rgb(0 0 0 / .25)",
  });

  // Black or white, whichever is easier to read on the property's colour.
  const write = () => {
    const [red, green, blue] = getComputedStyle(button)
      .backgroundColor.match(/[\d.]+/g)
      .map((part) => (part / 255) ** 2.2);
    button.style.color = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#000" : "#fff";
  };

  let frame = null;
  const build = () => {
    frame = document.createElement("iframe");
    frame.title = label;
    frame.src = address;
    frame.allow = "clipboard-write";
    dress(frame, {
      position: "fixed",
      bottom: "5.25rem",
      zIndex: "2147483000",
      border: "0",
      borderRadius: "12px",
      // All of a phone's width: the page inside needs 320 pixels.
      [side]: "clamp(0px, (100vw - 480px) * 1000, 1.25rem)",
      width: "min(400px, 100vw)",
      height: "min(640px, calc(100dvh - 7rem))",
      boxShadow: "0 1.5rem 4rem -1rem rgb(0 0 0 / .4)",
      background: "#fff",
    });
    root.append(frame);
  };
  const show = (isOpen) => {
    if (isOpen && !frame) build();
    if (frame) frame.style.display = isOpen ? "block" : "none";
    button.textContent = isOpen ? close : label;
    button.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) frame.focus();
    else button.focus();
  };
  button.addEventListener("click", () => show(button.getAttribute("aria-expanded") !== "true"));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && button.getAttribute("aria-expanded") === "true") show(false);
  });
  // The frame hears the keys while the guest writes in it.
  addEventListener("message", ({ source, data }) => {
    if (frame && source === frame.contentWindow && data === "concierge:close") show(false);
  });
  root.append(button);
  (document.body ?? document.documentElement).append(host);
  write();
})();
