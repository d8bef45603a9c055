/**
 * Asks for the state and, when it is another, for the page, of which it takes the parts. The banner
 * stays where it is and only changes its words: it is a live region, and speaks them once.
 */
export const refreshScript = `
const url = main.dataset.url;
const state = () => main.dataset.state;
let quickUntilMs = 0;
let failures = 0;
let asking = null;
let isSending = false;
let next = 0;

/** Puts in the parts of a page that was fetched. False when it is no page of this kind. */
function show(text, keepsFile) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.getElementById('main');
  const content = page.getElementById('content');
  if (content === null) return false;
  content.querySelector('[autofocus]')?.removeAttribute('autofocus');
  const isOther = fresh.dataset.state !== main.dataset.state;
  Object.assign(main.dataset, fresh.dataset);
  document.title = page.title;
  const banner = page.getElementById('banner');
  if (part('banner').className !== banner.className ||
      part('banner').textContent !== banner.textContent) {
    part('banner').className = banner.className;
    part('banner').replaceChildren(...banner.childNodes);
  }
  replace(content, keepsFile);
  countDown();
  if (isOther) {
    quickFor(120000);
    part('banner').scrollIntoView({ block: 'nearest' });
  }
  return true;
}

function replace(content, keepsFile) {
  const old = part('content');
  const had = old.contains(document.activeElement);
  const key = had ? document.activeElement.dataset.key : undefined;
  // A file that is chosen but not sent is somebody's work.
  const chosen = old.querySelector('input[type=file]');
  const form = keepsFile && chosen?.files.length > 0 ? chosen.form : null;
  const freshForm = content.querySelector('form[data-slip]');
  if (form !== null && freshForm !== null) freshForm.replaceWith(form);
  for (const { id } of old.querySelectorAll('details[open]')) {
    content.querySelector('#' + id)?.setAttribute('open', '');
  }
  old.className = content.className;
  old.replaceChildren(...content.childNodes);
  dress();
  if (!had) return;
  const again = key && old.querySelector('[data-key="' + CSS.escape(key) + '"]');
  if (again) again.focus({ preventScroll: true });
  // What had the focus is gone, or has been folded away.
  if (!again || document.activeElement !== again) main.focus({ preventScroll: true });
}

/** Asks whether something has changed, and if so for the page. A new question ends the old one. */
async function ask() {
  if (isSending || state() === 'paid') return;
  asking?.abort();
  const mine = (asking = new AbortController());
  const { signal } = mine;
  const tooLong = setTimeout(() => mine.abort(), 10000);
  const sentMs = Date.now();
  try {
    const answer = await fetch(url + '/state', {
      headers: { accept: 'application/json', 'if-none-match': '"' + main.dataset.version + '"' },
      signal,
    });
    learn(Number(answer.headers.get('x-server-time-ms')), sentMs);
    if (answer.status === 200) {
      const page = await fetch(url + location.search, { headers: { accept: 'text/html' }, signal });
      if (!page.ok || !show(await page.text(), true)) throw new Error('no page');
    } else if (answer.status !== 304) throw new Error('no state');
    failures = 0;
  } catch {
    // A question that another one has ended says nothing.
    if (asking !== mine) return;
    // The network or the server is away. The next round asks again, later each time.
    failures += 1;
    if ((timeLeftMs() ?? 1) <= 0) bury();
  } finally {
    clearTimeout(tooLong);
    if (asking === mine) plan();
  }
}

const quickFor = (ms) => { quickUntilMs = Math.max(quickUntilMs, Date.now() + ms); };

function pauseMs() {
  const over = !['waiting', 'checking', 'resend'].includes(state());
  const usual = over ? 30000 : Date.now() < quickUntilMs ? 3000 : 10000;
  if (failures === 0) return timeLeftMs() !== null && timeLeftMs() <= 0 ? 1000 : usual;
  // Spread, so that many pages do not come back to a restarted server at one moment.
  return Math.min(60000, usual * 2 ** failures) * (0.75 + Math.random() / 2);
}

function plan() {
  clearTimeout(next);
  if (state() === 'paid' || document.hidden) return;
  next = setTimeout(ask, pauseMs());
}

function askNow() {
  clearTimeout(next);
  if (document.hidden) return;
  quickFor(120000);
  failures = 0;
  countDown();
  ask();
}

/** Where the server cannot be asked, the code goes all the same: it must not be paid any more. */
function bury() {
  const dead = document.querySelectorAll('.qr, .save');
  if (dead.length > 0) say(document.querySelector('[data-at-0]').dataset['at-0']);
  for (const element of dead) element.remove();
}

function begin() {
  countDown();
  setInterval(countDown, 500);
  document.addEventListener('visibilitychange', askNow);
  addEventListener('pageshow', askNow);
  addEventListener('online', askNow);
}
`;
