import { html } from '../../../src/lib/html';

/** How something stands, as a picture over the words that say it too. */
export const signs = {
  paid: html`<svg class="sign paid" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22"/><path d="m14 25 7 7 13-15"/></svg>`,
  declined: html`<svg class="sign declined" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22"/><path d="m16 16 16 16m0-16L16 32"/></svg>`,
  scheduled: html`<svg class="sign scheduled" viewBox="0 0 48 48" aria-hidden="true">
    <circle cx="24" cy="24" r="22"/><path d="M24 12v13l8 5"/></svg>`,
};
