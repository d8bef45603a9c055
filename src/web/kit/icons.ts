import { html } from '../../lib/html';
import { icon, icons as pageIcons } from '../checkout/parts/icons';

export const icons = {
  back: icon(html`<path d="m14 6-6 6 6 6" />`),
  check: pageIcons.check,
  copy: pageIcons.copy,
  down: pageIcons.down,
  home: icon(html`<path d="M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z" />`),
  key: icon(html`<circle cx="8" cy="15" r="4" /><path d="m11 12 8-8m-3 3 3 3m-6 0 2 2" />`),
  menu: icon(html`<path d="M4 7h16M4 12h16M4 17h16" />`),
  shop: icon(html`<path d="M4 10v10h16V10M3 10l2-6h14l2 6zM9 20v-6h6v6" />`),
  out: icon(html`<path d="M14 4h5v16h-5M4 12h11m-4-4 4 4-4 4" />`),
  person: icon(html`<circle cx="12" cy="8" r="4" /><path d="M4 21c1-5 4-7 8-7s7 2 8 7" />`),
  people: icon(
    html`<circle cx="9" cy="8" r="3.500" /><path d="M2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6" />
      <path d="M16 5a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500" />`,
  ),
  shield: icon(html`<path d="M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6zM9 12l2 2 4-4" />`),
  list: icon(html`<path d="M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01" />`),
  webhook: icon(
    html`<circle cx="12" cy="6" r="2.500" /><circle cx="6" cy="17" r="2.500" />
      <circle cx="18" cy="17" r="2.500" /><path d="m11 8-4 7m6-7 4 7M8.500 17h7" />`,
  ),
  payment: icon(
    html`<rect x="3" y="6" width="18" height="12" rx="2" /><circle cx="12" cy="12" r="2.500" />
      <path d="M6 9.500v.01M18 14.500v.01" />`,
  ),
  deposit: icon(html`<path d="M12 4v10m-4-4 4 4 4-4M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4" />`),
  withdrawal: icon(
    html`<path d="M12 14V4m-4 4 4-4 4 4M4 15v4a1 1 0 0 0 1 1h14a1 1 0 0 0 1-1v-4" />`,
  ),
  refund: icon(html`<path d="M8 5 4 9l4 4M4 9h10a5.500 5.500 0 0 1 0 11H8" />`),
  exchange: icon(html`<path d="M4 8h15m-4-4 4 4-4 4M20 16H5m4-4-4 4 4 4" />`),
  request: icon(html`<path d="m8 8-4 4 4 4m8-8 4 4-4 4M13.500 5l-3 14" />`),
  search: icon(html`<circle cx="11" cy="11" r="6.500" /><path d="m16 16 4.500 4.500" />`),
  filter: icon(html`<path d="M3 6h18M6.500 12h11M10 18h4" />`),
  warning: icon(html`<path d="M12 4 2.500 20h19zM12 10v5m0 2.500v.01" />`),
} as const;
