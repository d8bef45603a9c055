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

/** The parts to replace: those marked data-live, or else the whole page. */
function liveParts(page) {
  const marked = [...page.querySelectorAll('[data-live]')];
  return marked.length > 0 ? marked : [page];
}

/** The same part of a fetched page. A part with an id is found by it, marked or not. */
const partIn = (fresh, part) => part === main ? fresh
  : part.id ? fresh.querySelector('#' + part.id) : fresh.querySelector('[data-live]');
const stops = 'a, button, summary';

/** What is open or being filled in is somebody's work, and so is what is selected. */
const isBusy = () => liveParts(main).some(isBusyPart);

function isBusyPart(part) {
  return part.querySelector('details[open].confirm, form[data-sent]') !== null ||
    (part.contains(document.activeElement) &&
      document.activeElement.matches('input, select, textarea')) ||
    [...part.querySelectorAll('.filters :is(input, select)')].some(isChosen) ||
    (!getSelection().isCollapsed && getSelection().containsNode(part, true));
}

async function refresh() {
  try {
    const answer = await fetch(main.dataset.from ?? location.pathname + location.search, {
      headers: { accept: 'text/html', 'if-none-match': '"' + main.dataset.version + '"' },
      signal: AbortSignal.timeout(10000),
    });
    failures = 0;
    if (answer.redirected) {
      // Signed out meanwhile. The answer to a form stays: reloading it would send the form again.
      if (main.dataset.from !== undefined) return;
      // The page itself says so.
      location.reload();
    } else if (answer.status === 200 && !isBusy()) replaceMain(await answer.text());
  } catch {
    // The network or the server is away. The next round asks again, later each time.
    failures += 1;
  }
  planRefresh();
}

function replaceMain(text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('main');
  if (fresh?.dataset.version === undefined) return;
  main.dataset.version = fresh.dataset.version;
  for (const part of liveParts(main)) {
    const found = partIn(fresh, part);
    if (found !== null) replacePart(part, found);
  }
  dressCopies();
}

function replacePart(part, found) {
  const backTo = placeOfFocus(part);
  const stay = placeOfView(part);
  // By its name, where something new may stand before it, else by its place.
  const nameOf = (details, place) => details.id || place;
  const open = [...part.querySelectorAll('details')].flatMap((details, place) =>
    details.open ? [nameOf(details, place)] : []);
  part.replaceChildren(...found.childNodes);
  [...part.querySelectorAll('details')].forEach((details, place) => {
    details.open = open.includes(nameOf(details, place));
  });
  backTo();
  stay();
}

/** What leads to the same place has the focus again, wherever it stands now. */
function placeOfFocus(part) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  if (focused === null) return () => {};
  const at = [...part.querySelectorAll(stops)].indexOf(focused);
  const leads = focused.getAttribute('href');
  return () => {
    const all = [...part.querySelectorAll(stops)];
    const same = all.find((each) => leads !== null && each.getAttribute('href') === leads);
    (same ?? all[at] ?? main).focus({ preventScroll: true });
  };
}

/** The first row that is in sight stays where it is, however many come above it. */
function placeOfView(part) {
  if (part.getBoundingClientRect().top >= 0) return () => {};
  const rows = [...part.querySelectorAll('tr[id]')];
  const row = rows.find((each) => each.getBoundingClientRect().top >= 0);
  if (row === undefined) return () => {};
  const before = row.getBoundingClientRect().top;
  return () => {
    const now = document.getElementById(row.id)?.getBoundingClientRect().top ?? before;
    scrollBy({ top: now - before, behavior: 'instant' });
  };
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
