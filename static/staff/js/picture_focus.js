// The point of a picture that a card keeps in sight: chosen by pressing it, and shown by a mark.
// The two fields stay the form; without this script they work alone.

const DIGITS = 3;
const fields = { x: document.getElementById("id_picture_focus_x"), y: document.getElementById("id_picture_focus_y") };

function show(preview) {
  const mark = preview.querySelector("i") ?? preview.appendChild(document.createElement("i"));
  const { x, y } = fields;
  Object.assign(mark.style, {
    position: "absolute",
    left: `${(x.value || 0.5) * 100}%`,
    top: `${(y.value || 0.5) * 100}%`,
    width: "1.25rem",
    height: "1.25rem",
    margin: "-0.625rem",
    border: "3px solid #fff",
    borderRadius: "50%",
    boxShadow: "0 0 0 2px #0d4c54",
    pointerEvents: "none",
  });
}

function choose(preview, event) {
  const { left, top, width, height } = preview.querySelector("img").getBoundingClientRect();
  fields.x.value = ((event.clientX - left) / width).toFixed(DIGITS);
  fields.y.value = ((event.clientY - top) / height).toFixed(DIGITS);
  fields.x.dispatchEvent(new Event("change", { bubbles: true }));
}

const preview = document.querySelector("[data-picture-focus]");
if (preview && fields.x && fields.y) {
  preview.addEventListener("click", (event) => choose(preview, event));
  document.addEventListener("input", () => show(preview));
  document.addEventListener("change", () => show(preview));
  show(preview);
}
