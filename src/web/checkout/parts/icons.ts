import { html, type Html } from '../../../lib/html';
import type { PageState } from '../deposit-view';

export const icon = (drawing: Html): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawing}</svg>`;

const clock = icon(html`<circle cx="12" cy="12" r="9" /><path d="M12 7v5l3 2" />`);
const cross = icon(html`<circle cx="12" cy="12" r="9" /><path d="m9 9 6 6m0-6-6 6" />`);

export const icons = {
  clock,
  check: icon(html`<path d="m5 12.500 4.500 4.500L19 7" />`),
  copy: icon(
    html`<rect x="9" y="9" width="11" height="11" rx="2" />
      <path d="M5 15H4V5a1 1 0 0 1 1-1h10v1" />`,
  ),
  down: icon(html`<path d="M12 4v11m-5-5 5 5 5-5M5 20h14" />`),
  lock: icon(
    html`<rect x="5" y="11" width="14" height="9" rx="2" /><path d="M8 11V8a4 4 0 0 1 8 0v3" />`,
  ),
  picture: icon(
    html`<rect x="3" y="4" width="18" height="16" rx="2" /><circle cx="9" cy="10" r="1.500" />
      <path d="m4 18 5-4 3 2 4-4 5 5" />`,
  ),
  shield: icon(html`<path d="M12 3 5 6v6c0 4 3 7 7 9 4-2 7-5 7-9V6z" /><path d="m9 12 2 2 4-4" />`),
} as const;

export const stateIcons: Readonly<Record<PageState, Html>> = {
  waiting: html`<span class="pulse" aria-hidden="true"></span>`,
  checking: icon(html`<circle cx="11" cy="11" r="6" /><path d="m20 20-4.500-4.500" />`),
  resend: icon(html`<path d="M4 12a8 8 0 1 0 3-6.200M4 4v4h4" />`),
  wrong_slip: cross,
  short: icon(html`<circle cx="12" cy="12" r="9" /><path d="M12 3v18M12 12h9" />`),
  paid: icons.check,
  expired: clock,
  failed: cross,
};
