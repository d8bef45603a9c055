/** A page that says so is brought up to date where it stands, unless somebody is at work in it. */
export const liveScript = `
const main = document.getElementById('main');
const LIVE_EVERY_MS = 5000;
let failures = 0;

/** Another than the page came with. */
const isChosen = (field) => field.options === undefined
  ? field.value !== field.defaultValue
  : field.selectedIndex !==
    Math.max(0, [...field.options].findIndex(({ defaultSelected }) => defaultSelected));

/** What is open or being filled in is somebody's work, and so is what is selected. */
const isBusy = () =>
  main.querySelector('details[open].confirm, form[data-sent]') !== null ||
  (main.contains(document.activeElement) &&
    document.activeElement.matches('input, textarea, select')) ||
  [...main.querySelectorAll('.filters :is(input, select)')].some(isChosen) ||
  !getSelection().isCollapsed;

async function refresh() {
  try {
    const answer = await fetch(location.pathname + location.search, {
      headers: { accept: 'text/html', 'if-none-match': '"' + main.dataset.version + '"' },
      signal: AbortSignal.timeout(10000),
    });
    failures = 0;
    // Signed out meanwhile: the page itself says so.
    if (answer.redirected) location.reload();
    else if (answer.status === 200 && !isBusy()) replaceMain(await answer.text());
  } catch {
    // The network or the server is away. The next round asks again, later each time.
    failures += 1;
  }
  planRefresh();
}

function replaceMain(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('main');
  if (fresh?.dataset.version === undefined) return;
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const at = focused && [...main.querySelectorAll('a, button, summary')].indexOf(focused);
  // By its name, where something new may stand before it, else by its place.
  const nameOf = (details, place) => details.id || place;
  const open = [...main.querySelectorAll('details')].flatMap((details, place) =>
    details.open ? [nameOf(details, place)] : []);
  main.dataset.version = fresh.dataset.version;
  main.replaceChildren(...fresh.childNodes);
  [...main.querySelectorAll('details')].forEach((details, place) => {
    details.open = open.includes(nameOf(details, place));
  });
  dressCopies();
  if (focused) ([...main.querySelectorAll('a, button, summary')][at] ?? main).focus();
}

function planRefresh() {
  if (document.hidden) return;
  const pauseMs = Math.min(60000, LIVE_EVERY_MS * 2 ** failures);
  setTimeout(refresh, pauseMs * (0.9 + Math.random() / 5));
}

if (main?.dataset.version !== undefined) {
  planRefresh();
  document.addEventListener('visibilitychange', () => { if (!document.hidden) void refresh(); });
}
`;
