// The picture of a page is wider than a phone: it shrinks until all of the marked sentence is seen, and moves there.

const MARGIN_POINTS = 12;
const LARGEST = "40rem";
const sheet = document.querySelector(".document__sheet");
const page = sheet?.querySelector(".document__page");
const marks = [...(page?.querySelectorAll(".document__mark") ?? [])];

function show() {
  const boxes = marks.map((mark) => mark.getBBox());
  const left = Math.min(...boxes.map((box) => box.x)) - MARGIN_POINTS;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN_POINTS;
  const points = page.viewBox.baseVal.width;
  page.style.minInlineSize = `min(${LARGEST}, ${(100 * points) / (right - left)}%)`;
  sheet.scrollLeft = (left / points) * page.clientWidth;
}

if (marks.length) {
  show();
  if (location.hash) marks[0].scrollIntoView({ block: "center", inline: "nearest" });
  addEventListener("resize", show);
}
