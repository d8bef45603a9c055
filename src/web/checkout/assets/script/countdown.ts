/** Counts by the server's clock, which `learn` hears of; `ask` is called when the time is up. */
export const countdownScript = `
let aheadMs = Number(main.dataset.nowMs) - Date.now();
const learn = (serverMs, sentMs) => {
  // The server said it half-way between asking and hearing.
  if (serverMs > 0) aheadMs = serverMs - (sentMs + Date.now()) / 2;
};
const clockFace = () => document.querySelector('[data-expires-ms]');
const timeLeftMs = () => {
  const element = clockFace();
  return element === null ? null : Number(element.dataset.expiresMs) - Date.now() - aheadMs;
};

const two = (number) => String(number).padStart(2, '0');
function leftText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const rest = two(seconds % 60);
  return hours > 0 ? hours + ':' + two(minutes) + ':' + rest : minutes + ':' + rest;
}

let lastMinutes = null;
function countDown() {
  const ms = timeLeftMs();
  if (ms === null) return;
  const element = clockFace();
  const text = leftText(ms);
  if (element.textContent !== text) element.textContent = text;
  const minutes = Math.max(0, ms) / 60000;
  const urgent = minutes <= 1 ? 'now' : minutes <= 5 ? 'soon' : '';
  const timer = element.closest('.timer');
  if (timer.dataset.urgent !== urgent) timer.dataset.urgent = urgent;
  for (const mark of [5, 1]) {
    if (lastMinutes > mark && minutes <= mark) say(element.dataset['at-' + mark] ?? '');
  }
  if (minutes === 0 && lastMinutes !== 0) ask();
  lastMinutes = minutes;
}
`;
