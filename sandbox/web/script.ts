/**
 * Progressive enhancement: counts down by the server's clock, refreshes the live parts every three
 * seconds while the page is visible, and submits a form once.
 */
export const script = `'use strict';
(() => {
  const aheadMs = Number(document.body.dataset.nowMs) - Date.now();
  let isLeaving = false;
  let isFetching = false;

  const two = (number) => String(number).padStart(2, '0');
  function left(ms) {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const minutes = Math.floor(seconds / 60) % 60;
    const hours = Math.floor(seconds / 3600);
    const rest = two(seconds % 60);
    return hours > 0 ? hours + ':' + two(minutes) + ':' + rest : minutes + ':' + rest;
  }
  function countDown() {
    for (const element of document.querySelectorAll('[data-deadline-ms]')) {
      const leftMs = Number(element.dataset.deadlineMs) - Date.now() - aheadMs;
      element.textContent = leftMs > 0 ? left(leftMs) : element.dataset.over;
    }
  }

  // Ignores the form tokens and the time left: they differ in every response.
  function contentOf(part) {
    const copy = part.cloneNode(true);
    for (const token of copy.querySelectorAll('[data-token]')) token.remove();
    for (const time of copy.querySelectorAll('[data-deadline-ms]')) time.textContent = '';
    return copy.innerHTML;
  }
  function replace(part, fresh) {
    if (fresh === null || contentOf(part) === contentOf(fresh)) return;
    const key = part.contains(document.activeElement) && document.activeElement.dataset.key;
    part.replaceChildren(...fresh.childNodes);
    if (key) part.querySelector('[data-key="' + CSS.escape(key) + '"]')?.focus();
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
    if (event.persisted) refresh();
  });
  document.addEventListener('visibilitychange', refresh);
  setInterval(countDown, 1000);
  setInterval(refresh, 3000);
})();
`;
