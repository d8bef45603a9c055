// The pages of the dashboard and the console work without this script. It copies text, submits a
// form once, enters amounts by touch and refreshes live pages in place.

const REFRESH_INTERVAL_MS = 5_000;
/** While a customer stands at the counter. */
const REFRESH_INTERVAL_URGENT_MS = 1_500;
const REFRESH_INTERVAL_MAX_MS = 60_000;
const CHIME_SECONDS = 0.25;
const REQUEST_TIMEOUT_MS = 10_000;
const COPIED_LABEL_MS = 2_000;

const main = document.getElementById('main');

/**
 * The elements of one type that match a selector.
 *
 * @template {Element} T
 * @param {new () => T} type
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T[]}
 */
const all = (type, selector, root = document) =>
  [...root.querySelectorAll(selector)].filter(
    /** @returns {element is T} */ (element) => element instanceof type,
  );

/** @param {string} text */
function announce(text) {
  // The live region is never replaced, so a screen reader speaks each text once.
  const region = document.getElementById('live');
  if (region !== null) region.textContent = text;
}

// Buttons that need this script are hidden in the markup.

function showButtons() {
  for (const button of all(HTMLElement, '[data-copy], [data-docs], [data-print], [data-pad]')) {
    button.hidden = false;
  }
  showFullscreenButtons();
}

/**
 * Hands the test key of the page to the documentation in this tab, which puts it into its samples.
 * A live key does not belong there.
 *
 * @param {HTMLElement} link
 */
function handToDocs(link) {
  const key = document.getElementById(link.dataset['docs'] ?? '')?.textContent?.trim() ?? '';
  if (/^sk_test_[\w-]+$/.test(key)) sessionStorage.setItem('saphan_docs_key', key);
}

/** @type {WeakMap<HTMLButtonElement, { timer: number, label: string | null }>} */
const copied = new WeakMap();

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const source = document.getElementById(button.dataset['copy'] ?? '');
  const label = button.querySelector('span');
  if (source === null || label === null) return;
  try {
    await navigator.clipboard.writeText(source.textContent ?? '');
  } catch {
    // The Clipboard API needs permission and https. `execCommand` needs neither and copies the
    // selection.
    const selection = getSelection();
    selection?.selectAllChildren(source);
    if (!document.execCommand('copy')) return;
    selection?.removeAllRanges();
  }
  const previous = copied.get(button);
  clearTimeout(previous?.timer);
  const original = previous?.label ?? label.textContent;
  label.textContent = button.dataset['copied'] ?? '';
  button.classList.add('done');
  announce(label.textContent);
  const timer = window.setTimeout(() => {
    label.textContent = original;
    button.classList.remove('done');
    copied.delete(button);
  }, COPIED_LABEL_MS);
  copied.set(button, { timer, label: original });
}

// The counter: an amount pad for touch, and the QR code on the whole screen.

/**
 * A key of a pad changes the end of its field. The live region speaks the new value, because the
 * focus stays on the key.
 *
 * @param {HTMLElement} key
 */
function pressKey(key) {
  const pad = key.closest('[data-pad]');
  const field = document.getElementById(
    pad instanceof HTMLElement ? (pad.dataset['pad'] ?? '') : '',
  );
  if (!(field instanceof HTMLInputElement)) return;
  const digits = key.dataset['key'] ?? '';
  const value = digits === '' ? field.value.slice(0, -1) : field.value + digits;
  if (value.length > field.maxLength) return;
  field.value = value;
  announce(value);
}

/** On a touch screen, the keyboard of the system would cover the pad. */
function keepKeyboardClosed() {
  if (!matchMedia('(pointer: coarse)').matches) return;
  for (const { dataset } of all(HTMLElement, '[data-pad]')) {
    document.getElementById(dataset['pad'] ?? '')?.setAttribute('inputmode', 'none');
  }
}

/** Hidden where the browser has no full screen. */
function showFullscreenButtons() {
  const isFull = document.fullscreenElement !== null;
  for (const button of all(HTMLButtonElement, '[data-fullscreen]')) {
    const { enter = '', exit = '' } = button.dataset;
    button.hidden = !document.fullscreenEnabled;
    button.textContent = isFull ? exit : enter;
  }
}

/** @param {HTMLElement} button */
async function toggleFullscreen(button) {
  try {
    if (document.fullscreenElement !== null) await document.exitFullscreen();
    else await document.getElementById(button.dataset['fullscreen'] ?? '')?.requestFullscreen();
  } catch {
    // The browser refuses it: the page stays as it is.
  }
}

// Forms and menus.

/** @param {SubmitEvent} event */
function submitOnce(event) {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.method !== 'post') return;
  if (form.dataset['sent'] === 'yes') {
    event.preventDefault();
    return;
  }
  form.dataset['sent'] = 'yes';
  for (const button of form.querySelectorAll('button')) {
    button.setAttribute('aria-disabled', 'true');
  }
}

/** The browser may restore a page from its back/forward cache with the forms still marked sent. */
function resetForms() {
  for (const form of all(HTMLFormElement, 'form[data-sent]')) {
    delete form.dataset['sent'];
    for (const button of form.querySelectorAll('button')) button.removeAttribute('aria-disabled');
  }
}

const openMenus = () => all(HTMLDetailsElement, 'details.confirm[open], details.drawer[open]');

/** @param {MouseEvent} event */
function closeMenusOutside({ target }) {
  for (const menu of openMenus()) {
    if (!(target instanceof Node && menu.contains(target))) menu.open = false;
  }
}

/** @param {KeyboardEvent} event */
function closeMenusOnEscape({ key }) {
  if (key !== 'Escape') return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector('summary')?.focus();
  }
}

// Live pages: `main` carries `data-version`; the server answers 304 while the version is current.

let failures = 0;
let refreshTimer = 0;

/**
 * The parts to replace: those marked `data-live`, else the whole page.
 *
 * @param {HTMLElement} page
 */
function livePartsOf(page) {
  const marked = all(HTMLElement, '[data-live]', page);
  return marked.length > 0 ? marked : [page];
}

/**
 * The counterpart of a part in a fetched page: by id if it has one, marked or not.
 *
 * @param {HTMLElement} fresh
 * @param {HTMLElement} part
 */
function counterpart(fresh, part) {
  if (part === main) return fresh;
  return fresh.querySelector(part.id === '' ? '[data-live]' : `#${part.id}`);
}

/**
 * Whether a filter differs from the value that the page was loaded with.
 * @param {Element} field
 */
function isEdited(field) {
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLSelectElement)) return false;
  const initial = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(0, initial);
}

/**
 * Whether a replacement would discard an open question, an edited field or a text selection.
 *
 * @param {HTMLElement} part
 */
function isInUse(part) {
  const focused = document.activeElement;
  const selection = getSelection();
  return (
    part.querySelector('details[open].confirm, form[data-sent]') !== null ||
    (part.contains(focused) && focused?.matches('input, select, textarea') === true) ||
    [...part.querySelectorAll('.filters :is(input, select)')].some(isEdited) ||
    (selection !== null && !selection.isCollapsed && selection.containsNode(part, true))
  );
}

/** @param {HTMLElement} page */
async function refresh(page) {
  const { from, version } = page.dataset;
  try {
    const response = await fetch(from ?? location.pathname + location.search, {
      headers: { accept: 'text/html', 'if-none-match': `"${version}"` },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    failures = 0;
    if (response.redirected) {
      // The session has ended. A page that answers a form stays: a reload would submit it again.
      if (from !== undefined) return;
      // The reload leads to the sign-in page.
      location.reload();
    } else if (response.status === 200 && !livePartsOf(page).some(isInUse)) {
      replacePage(page, await response.text());
    }
  } catch {
    // Network or server error: the next attempt waits longer.
    failures += 1;
  }
  scheduleRefresh(page);
}

/** @param {HTMLElement} page */
function scheduleRefresh(page) {
  if (document.hidden) return;
  const isUrgent = page.querySelector('[data-urgent]') !== null;
  const intervalMs = isUrgent ? REFRESH_INTERVAL_URGENT_MS : REFRESH_INTERVAL_MS;
  const delayMs = Math.min(REFRESH_INTERVAL_MAX_MS, intervalMs * 2 ** failures);
  const jitter = 0.9 + Math.random() / 5;
  clearTimeout(refreshTimer);
  refreshTimer = window.setTimeout(() => void refresh(page), delayMs * jitter);
}

/**
 * @param {HTMLElement} page
 * @param {string} text
 */
function replacePage(page, text) {
  const fresh = new DOMParser().parseFromString(text, 'text/html').getElementById('main');
  const version = fresh?.dataset['version'];
  if (fresh === null || version === undefined) return;
  page.dataset['version'] = version;
  for (const part of livePartsOf(page)) {
    const found = counterpart(fresh, part);
    if (found === null) continue;
    const isNew = part.querySelector('[data-chime]') === null;
    replacePart(part, found);
    const news = isNew ? part.querySelector('[data-chime]') : null;
    if (news !== null) {
      announce(news.textContent ?? '');
      chime();
    }
  }
  showButtons();
}

/** Two rising tones. Browsers are silent until the person has used the site. */
function chime() {
  const audio = new AudioContext();
  for (const [index, hertz] of [784, 1047].entries()) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const at = audio.currentTime + index * CHIME_SECONDS;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.2, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + CHIME_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + CHIME_SECONDS);
  }
}

/**
 * @param {HTMLElement} part
 * @param {Element} fresh
 */
function replacePart(part, fresh) {
  const restoreFocus = keepFocus(part);
  const restoreScroll = keepScroll(part);
  const details = () => [...part.querySelectorAll('details')];
  // By id where new entries may be inserted before it, else by index.
  /** @type {(element: HTMLDetailsElement, index: number) => string} */
  const keyOf = ({ id }, index) => id || String(index);
  const open = details().flatMap((element, index) => (element.open ? [keyOf(element, index)] : []));
  part.replaceChildren(...fresh.childNodes);
  for (const [index, element] of details().entries()) {
    element.open = open.includes(keyOf(element, index));
  }
  restoreFocus();
  restoreScroll();
}

/**
 * Returns a function that restores the focus: to the same link at its new position, else to the
 * element at the old position.
 * @param {HTMLElement} part
 */
function keepFocus(part) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  if (focused === null) return () => {};
  const focusable = () => all(HTMLElement, 'a, button, summary', part);
  const index = focusable().findIndex((element) => element === focused);
  const href = focused.getAttribute('href');
  return () => {
    const elements = focusable();
    const same = elements.find((each) => href !== null && each.getAttribute('href') === href);
    (same ?? elements[index] ?? main)?.focus({ preventScroll: true });
  };
}

/**
 * Returns a function that scrolls the first visible row back to its place, independent of the rows
 * inserted above it.
 *
 * @param {HTMLElement} part
 */
function keepScroll(part) {
  if (part.getBoundingClientRect().top >= 0) return () => {};
  const row = [...part.querySelectorAll('tr[id]')].find(
    (each) => each.getBoundingClientRect().top >= 0,
  );
  if (row === undefined) return () => {};
  const before = row.getBoundingClientRect().top;
  return () => {
    const now = document.getElementById(row.id)?.getBoundingClientRect().top ?? before;
    scrollBy({ top: now - before, behavior: 'instant' });
  };
}

document.documentElement.classList.add('js');
showButtons();
document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('[data-copy]') : null;
  if (button instanceof HTMLButtonElement) void copy(button);
  const link = event.target instanceof Element ? event.target.closest('[data-docs]') : null;
  if (link instanceof HTMLElement) handToDocs(link);
  if (event.target instanceof Element && event.target.closest('[data-print]')) print();
  const pressed =
    event.target instanceof Element ? event.target.closest('[data-key], [data-fullscreen]') : null;
  if (pressed instanceof HTMLButtonElement) {
    if (pressed.dataset['key'] === undefined) void toggleFullscreen(pressed);
    else pressKey(pressed);
  }
  closeMenusOutside(event);
});
document.addEventListener('keydown', closeMenusOnEscape);
document.addEventListener('submit', submitOnce);
addEventListener('pageshow', resetForms);
document.addEventListener('fullscreenchange', showFullscreenButtons);
keepKeyboardClosed();
if (main !== null && main.dataset['version'] !== undefined) {
  scheduleRefresh(main);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh(main);
  });
}
