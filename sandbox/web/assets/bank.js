/**
 * Progressive enhancement: counts down by the server's clock, refreshes the live parts every three
 * seconds while the page is visible, and submits a form once.
 */
'use strict';
(() => {
  const aheadMs = Number(document.body.dataset.nowMs) - Date.now();
  let isLeaving = false;
  let isFetching = false;

  /** @param {number} number */
  const two = (number) => String(number).padStart(2, '0');
  /** @param {number} ms */
  function left(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    const rest = two(seconds % 60);
    return hours > 0 ? hours + ':' + two(minutes) + ':' + rest : minutes + ':' + rest;
  }
  function countDown() {
    for (const element of document.querySelectorAll('[data-deadline-ms]')) {
      if (!(element instanceof HTMLElement)) continue;
      const leftMs = Number(element.dataset.deadlineMs) - Date.now() - aheadMs;
      element.textContent = leftMs > 0 ? left(leftMs) : (element.dataset.over ?? '');
    }
  }

  // Ignores the form tokens and the time left: they differ in every response.
  /** @param {Element} part */
  function contentOf(part) {
    const copy = document.createElement('div');
    copy.append(part.cloneNode(true));
    for (const token of copy.querySelectorAll('[data-token]')) token.remove();
    for (const time of copy.querySelectorAll('[data-deadline-ms]')) time.textContent = '';
    return copy.innerHTML;
  }
  /**
   * @param {Element} part
   * @param {Element | null} fresh
   */
  function replace(part, fresh) {
    if (fresh === null || contentOf(part) === contentOf(fresh)) return;
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && part.contains(focused) && focused.dataset.key;
    part.replaceChildren(...fresh.childNodes);
    const target = key ? part.querySelector('[data-key="' + CSS.escape(key) + '"]') : null;
    if (target instanceof HTMLElement) target.focus();
  }
  async function refresh() {
    if (isLeaving || isFetching || document.hidden) return;
    isFetching = true;
    try {
      const answer = await fetch(address, { headers: { accept: 'text/html' } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      if (isLeaving) return;
      for (const part of document.querySelectorAll('[data-live]')) {
        replace(part, page.getElementById(part.id));
      }
      countDown();
    } catch {
      // The server is unreachable. The next refresh retries.
    } finally {
      isFetching = false;
    }
  }

  // A failed form is shown at its own path, which has no GET.
  const address = location.pathname === '/pay' ? '/' + location.search : location.href;

  addEventListener('submit', (event) => {
    if (isLeaving) event.preventDefault();
    isLeaving = true;
  });
  addEventListener('pageshow', (event) => {
    isLeaving = false;
    if (event.persisted) void refresh();
  });
  document.addEventListener('visibilitychange', () => void refresh());
  setInterval(countDown, 1000);
  setInterval(() => void refresh(), 3000);
})();
