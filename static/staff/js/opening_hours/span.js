// Hours of a day in minutes: when they begin, and for how long. They may pass midnight.
export const STEP = 30;
export const DAY = 24 * 60;
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(?:([ap])\.?m\.?)?$/i;

const minutesOf = (text) => {
  const match = CLOCK.exec(text.trim());
  if (!match) return null;
  let hour = Number(match[1]);
  if (match[3]) hour = (hour % 12) + (match[3].toLowerCase() === "p" ? 12 : 0);
  return hour * 60 + Number(match[2] || 0);
};

export const clockOf = (minutes) => {
  const hour = Math.floor(minutes / 60) % 24;
  const half = hour < 12 ? "AM" : "PM";
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, "0")} ${half}`;
};

// Null for what cannot be read as hours yet.
export function spanOf(opensText, closesText) {
  const opens = minutesOf(opensText);
  const closes = minutesOf(closesText);
  if (opens === null || closes === null) return null;
  return { opens, length: closes > opens ? closes - opens : closes - opens + DAY };
}

export const textsOf = ({ opens, length }) => [clockOf(opens), clockOf(opens + length)];

export const overlap = (one, two) => one.opens < two.opens + two.length && two.opens < one.opens + one.length;

const clamp = (value, least, most) => Math.min(Math.max(value, least), most);
const wholeSteps = (minutes) => Math.floor(minutes / STEP) * STEP;
// Equal times are a whole day, which has to begin at midnight.
const longest = (opens) => (opens === 0 ? DAY : DAY - STEP);

// The hours after their opening, their closing or all of them have been moved, as far as each may go.
export function moved({ opens, length }, part, by) {
  const latest = wholeSteps(DAY - 1 - opens);
  if (part === "opens") {
    const shift = clamp(by, Math.max(-opens, Math.min(length - longest(STEP), 0)), Math.min(length - STEP, latest));
    return { opens: opens + shift, length: length - shift };
  }
  if (part === "closes") return { opens, length: length + clamp(by, STEP - length, longest(opens) - length) };
  if (length === DAY) return { opens, length };
  return { opens: opens + clamp(by, -wholeSteps(opens), latest), length };
}
