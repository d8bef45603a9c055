// The checkout works without this script. It counts down by the server's clock, updates the page
// without a reload, copies what has to be typed and uploads a slip with a progress bar.

const MINUTE_MS = 60_000;
const POLL_INTERVAL_MS = 10_000;
const POLL_INTERVAL_FAST_MS = 3_000;
/** Once the deposit is closed. */
const POLL_INTERVAL_CLOSED_MS = 30_000;
const POLL_INTERVAL_MAX_MS = 60_000;
/** Duration of fast polling after an activity of the customer. */
const FAST_POLLING_MS = 120_000;
const REQUEST_TIMEOUT_MS = 10_000;
const WAITING_AFTER_MS = 60_000;
const UPLOAD_TIMEOUT_MS = 60_000;
const COPIED_LABEL_MS = 2_000;

const main = requireElement('main');

/**
 * @param {string} id
 * @param {Document} [page]
 */
function requireElement(id, page = document) {
  const element = page.getElementById(id);
  if (element === null) throw new Error(`no element ${id}`);
  return element;
}

/**
 * The first element of one type that matches a selector.
 *
 * @template {Element} T
 * @param {new () => T} type
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {T | null}
 */
function find(type, selector, root = document) {
  const element = root.querySelector(selector);
  return element instanceof type ? element : null;
}

/** @param {string | undefined} text */
function announce(text) {
  // The live region is never replaced, so a screen reader speaks each text once.
  requireElement('live').textContent = text ?? '';
}

// Countdown.

let serverAheadMs = Number(main.dataset['nowMs']) - Date.now();
/** @type {number | null} */
let lastMinutes = null;

/**
 * Estimates the clock offset: the server's time is taken as that of half the round trip.
 *
 * @param {number} serverMs
 * @param {number} sentMs
 */
function synchronizeClock(serverMs, sentMs) {
  if (serverMs > 0) serverAheadMs = serverMs - (sentMs + Date.now()) / 2;
}

const countdown = () => find(HTMLElement, '[data-expires-ms]');

/** Null on a page without a countdown. */
function timeLeftMs() {
  const element = countdown();
  if (element === null) return null;
  return Number(element.dataset['expiresMs']) - Date.now() - serverAheadMs;
}

/** @param {number} ms */
function formatTimeLeft(ms) {
  /** @type {(number: number) => string} */
  const two = (number) => String(number).padStart(2, '0');
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

function updateCountdown() {
  const element = countdown();
  const leftMs = timeLeftMs();
  if (element === null || leftMs === null) return;
  const text = formatTimeLeft(leftMs);
  if (element.textContent !== text) element.textContent = text;
  const minutes = Math.max(0, leftMs) / MINUTE_MS;
  const urgency = minutes <= 1 ? 'now' : minutes <= 5 ? 'soon' : '';
  const timer = element.closest('.timer');
  // `data-urgent` styles the timer.
  if (timer?.getAttribute('data-urgent') !== urgency) timer?.setAttribute('data-urgent', urgency);
  for (const mark of [5, 1]) {
    const isPassed = lastMinutes !== null && lastMinutes > mark && minutes <= mark;
    if (isPassed) announce(element.dataset[`at-${mark}`]);
  }
  if (minutes === 0 && lastMinutes !== 0) void poll();
  lastMinutes = minutes;
}

// Copy buttons are hidden in the markup because they need this script.

function showCopyButtons() {
  for (const button of document.querySelectorAll('[data-copy]')) button.removeAttribute('hidden');
}

/** @type {WeakMap<HTMLElement, { timer: number, label: string | null }>} */
const copied = new WeakMap();

/** @param {HTMLElement} button */
async function copy(button) {
  const label = button.querySelector('span');
  if (label === null) return;
  try {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
  } catch {
    // The Clipboard API needs permission and https. `execCommand` needs neither and copies the
    // selection.
    const value = button.closest('div')?.querySelector('dd');
    const selection = getSelection();
    if (value) selection?.selectAllChildren(value);
    if (!document.execCommand('copy')) return;
    selection?.removeAllRanges();
  }
  const previous = copied.get(button);
  clearTimeout(previous?.timer);
  const original = previous?.label ?? label.textContent;
  label.textContent = button.dataset['copied'] ?? '';
  button.classList.add('done');
  announce(button.dataset['copied']);
  const timer = window.setTimeout(() => {
    label.textContent = original;
    button.classList.remove('done');
    announce('');
    copied.delete(button);
  }, COPIED_LABEL_MS);
  copied.set(button, { timer, label: original });
}

// Polling: requests the version of the state and, when it has changed, fetches the page.

let fastUntilMs = 0;
let failures = 0;
let pollTimer = 0;
let isUploading = false;
/** @type {AbortController | null} */
let currentPoll = null;

const isPaid = () => main.dataset['state'] === 'paid';

function pollFast() {
  fastUntilMs = Math.max(fastUntilMs, Date.now() + FAST_POLLING_MS);
}

/** Requests the state and updates the page. A new poll cancels the one in flight. */
async function poll() {
  if (isUploading || isPaid()) return;
  currentPoll?.abort();
  const own = (currentPoll = new AbortController());
  const timeout = setTimeout(() => own.abort(), REQUEST_TIMEOUT_MS);
  try {
    await fetchChanges(own.signal);
    failures = 0;
  } catch {
    // A poll that a newer one cancelled is not a failure.
    if (currentPoll !== own) return;
    // Network or server error: the next attempt waits longer.
    failures += 1;
    if ((timeLeftMs() ?? 1) <= 0) removeQrCode();
  } finally {
    clearTimeout(timeout);
    if (currentPoll === own) schedulePoll();
  }
}

/** @param {AbortSignal} signal */
async function fetchChanges(signal) {
  const { url, version } = main.dataset;
  const sentMs = Date.now();
  // Then the gateway asks the bank, at most once in a minute.
  const waiting = performance.now() > WAITING_AFTER_MS ? '?waiting=1' : '';
  const response = await fetch(`${url}/state${waiting}`, {
    headers: { accept: 'application/json', 'if-none-match': `"${version}"` },
    signal,
  });
  synchronizeClock(Number(response.headers.get('x-server-time-ms')), sentMs);
  if (response.status === 304) return;
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  const page = await fetch(url + location.search, { headers: { accept: 'text/html' }, signal });
  if (!page.ok || !update(await page.text(), true)) throw new Error('not a checkout page');
}

function schedulePoll() {
  clearTimeout(pollTimer);
  if (isPaid() || document.hidden) return;
  pollTimer = window.setTimeout(() => void poll(), pollDelayMs());
}

function pollDelayMs() {
  const open = ['waiting', 'checking', 'resend', 'wrong_slip', 'authenticate', 'charging'];
  const isOpen = open.includes(main.dataset['state'] ?? '');
  const isFast = Date.now() < fastUntilMs;
  const openMs = isFast ? POLL_INTERVAL_FAST_MS : POLL_INTERVAL_MS;
  const intervalMs = isOpen ? openMs : POLL_INTERVAL_CLOSED_MS;
  if (failures === 0) return (timeLeftMs() ?? 1) <= 0 ? 1_000 : intervalMs;
  // Jitter of 25 %: pages do not all return to a restarted server at the same moment.
  const jitter = 0.75 + Math.random() / 2;
  return Math.min(POLL_INTERVAL_MAX_MS, intervalMs * 2 ** failures) * jitter;
}

function resume() {
  clearTimeout(pollTimer);
  if (document.hidden) return;
  pollFast();
  failures = 0;
  updateCountdown();
  void poll();
}

/** An expired code must not be paid: it is removed even when the server cannot be reached. */
function removeQrCode() {
  const elements = document.querySelectorAll('.qr, .save');
  if (elements.length > 0) announce(countdown()?.dataset['at-0']);
  for (const element of elements) element.remove();
}

/**
 * Replaces the content by that of a fetched page. Returns false when the text is no checkout page.
 *
 * @param {string} text
 * @param {boolean} keepsFile
 */
function update(text, keepsFile) {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const fresh = page.getElementById('main');
  const content = page.getElementById('content');
  if (fresh === null || content === null) return false;
  content.querySelector('[autofocus]')?.removeAttribute('autofocus');
  const isNewState = fresh.dataset['state'] !== main.dataset['state'];
  Object.assign(main.dataset, fresh.dataset);
  document.title = page.title;
  // The banner is a live region: it stays in place and only its words change.
  const banner = requireElement('banner');
  const freshBanner = requireElement('banner', page);
  if (
    banner.className !== freshBanner.className ||
    banner.textContent !== freshBanner.textContent
  ) {
    banner.className = freshBanner.className;
    banner.replaceChildren(...freshBanner.childNodes);
  }
  replaceContent(content, keepsFile);
  updateCountdown();
  if (isNewState) {
    pollFast();
    banner.scrollIntoView({ block: 'nearest' });
  }
  return true;
}

/**
 * @param {HTMLElement} fresh
 * @param {boolean} keepsFile
 */
function replaceContent(fresh, keepsFile) {
  const content = requireElement('content');
  const focused = content.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.getAttribute('data-key') ?? null;
  // A chosen file that is not yet uploaded is kept.
  const input = find(HTMLInputElement, 'input[type=file]', content);
  const form = keepsFile && (input?.files?.length ?? 0) > 0 ? input?.form : null;
  if (form) fresh.querySelector('form[data-slip]')?.replaceWith(form);
  for (const { id } of content.querySelectorAll('details[open]')) {
    fresh.querySelector(`#${id}`)?.setAttribute('open', '');
  }
  content.className = fresh.className;
  content.replaceChildren(...fresh.childNodes);
  showCopyButtons();
  if (focused === null) return;
  const same = key === null ? null : find(HTMLElement, `[data-key="${CSS.escape(key)}"]`, content);
  same?.focus({ preventScroll: true });
  // The element is gone, or is in a closed `details` and cannot be focused.
  if (same === null || document.activeElement !== same) main.focus({ preventScroll: true });
}

// Slip upload: the response is the page that the form would lead to without this script.

/** @param {number} bytes */
const formatSize = (bytes) =>
  bytes < 1e6 ? `${Math.max(1, Math.round(bytes / 1e3))} KB` : `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * The slip form around the target of an event, with its file field.
 *
 * @param {Event} event
 */
function slipFormOf({ target }) {
  const form = target instanceof Element ? target.closest('form[data-slip]') : null;
  if (!(form instanceof HTMLFormElement)) return null;
  const field = find(HTMLInputElement, 'input[type=file]', form);
  return field === null ? null : { form, field, file: field.files?.[0] };
}

/**
 * Shows why a file is refused beside its field; an empty reason clears the message.
 *
 * @param {HTMLFormElement} form
 * @param {string} reason
 */
function showRefusal(form, reason) {
  const error = find(HTMLElement, '#slip-error', form);
  const field = find(HTMLInputElement, 'input[type=file]', form);
  const text = error?.querySelector('[data-reason]');
  if (error === null || field === null || !text) return;
  text.textContent = reason;
  error.hidden = reason === '';
  if (reason === '') field.removeAttribute('aria-invalid');
  else field.setAttribute('aria-invalid', 'true');
  const describedBy = reason === '' ? 'slip-formats' : 'slip-formats slip-error';
  field.setAttribute('aria-describedby', describedBy);
}

/**
 * @param {HTMLFormElement} form
 * @param {File} file
 */
const isTooLarge = (form, file) => file.size > Number(form.dataset['bytesMax']);

/** @param {Event} event */
function showChosenFile(event) {
  const slip = slipFormOf(event);
  if (slip?.file === undefined) return;
  const { form, file } = slip;
  const chosen = form.querySelector('[data-chosen]');
  if (chosen !== null) chosen.textContent = `${file.name} · ${formatSize(file.size)}`;
  form.classList.add('has-file');
  showRefusal(form, isTooLarge(form, file) ? (form.dataset['tooLarge'] ?? '') : '');
}

/** @param {SubmitEvent} event */
function submitSlip(event) {
  const slip = slipFormOf(event);
  if (slip === null) return;
  event.preventDefault();
  const { form, file } = slip;
  if (isUploading || file === undefined) return;
  if (isTooLarge(form, file)) showRefusal(form, form.dataset['tooLarge'] ?? '');
  else upload(form);
}

/** @param {HTMLFormElement} form */
function upload(form) {
  const progress = find(HTMLElement, '[data-progress]', form);
  // `fetch` does not report the progress of an upload.
  const request = new XMLHttpRequest();
  /** @param {boolean} value */
  const setUploading = (value) => {
    isUploading = value;
    if (progress !== null) progress.hidden = !value;
    form.querySelector('button')?.setAttribute('aria-disabled', String(value));
  };
  request.upload.addEventListener('progress', ({ loaded, total }) => {
    const percent = Math.round((loaded / total) * 100);
    progress?.querySelector('progress')?.setAttribute('value', String(percent));
    const text = progress?.querySelector('[data-percent]');
    if (text) text.textContent = `${percent} %`;
  });
  // After a load, an error, a timeout and an abort alike.
  request.addEventListener('loadend', () => {
    setUploading(false);
    pollFast();
    if (!update(request.responseText, false)) showRefusal(form, form.dataset['unsent'] ?? '');
    announce('');
    find(HTMLElement, '#slip [aria-invalid=true]')?.focus();
    schedulePoll();
  });
  request.timeout = UPLOAD_TIMEOUT_MS;
  request.open('POST', form.action);
  request.send(new FormData(form));
  setUploading(true);
  showRefusal(form, '');
  announce(form.dataset['sending']);
}

function start() {
  showCopyButtons();
  updateCountdown();
  setInterval(updateCountdown, 500);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-copy]') : null;
    if (button instanceof HTMLElement) void copy(button);
  });
  document.addEventListener('change', showChosenFile);
  document.addEventListener('submit', submitSlip);
  document.addEventListener('visibilitychange', resume);
  addEventListener('pageshow', resume);
  addEventListener('online', resume);
}

document.documentElement.classList.add('js');
for (const button of document.querySelectorAll('[data-print]')) {
  button.removeAttribute('hidden');
  button.addEventListener('click', () => print());
}
// A problem page has no version.
if (main.dataset['version'] !== undefined) start();
