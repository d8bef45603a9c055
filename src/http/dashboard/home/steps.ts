import { mayActAs } from '../../../domain/role';
import { html } from '../../../lib/html';
import type { Html } from '../../../lib/html';
import { tokenField } from '../../frame/form';
import { copyButton } from '../../frame/parts';
import type { Visit } from '../frame/screen';
import { renderNewKey } from '../developers/keys/new-key';
import type { HomeTexts } from './texts';

/** Where a new merchant finds the API, and the bank to try it with. */
export interface Places {
  readonly apiUrl: string;
  /** Null in a live deployment. */
  readonly bankUrl: string | null;
}

const NO_KEY = 'sk_…';

/** A request that works as it stands, once the key is the merchant's own. */
const curlFor = (apiUrl: string, key: string): string =>
  [
    `curl -sS ${apiUrl}/Thai/v1/qr-codes \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount":100,"currency":"THB","reference":"first"}'`,
  ].join('\n');

/** From nothing to a first payment. The key is there right after it was made, and never again. */
export function renderSteps(visit: Visit, key: string | null, places: Places, t: HomeTexts): Html {
  const curl = curlFor(places.apiUrl, key ?? NO_KEY);
  return html`<section class="card stack" aria-labelledby="start">
  <div><h2 id="start">${t.start}</h2><p class="soft">${t.startHint}</p></div>
  <ol class="first-steps">
    <li><div><h3>${t.keyStep}</h3>${renderKeyStep(visit, key, t)}</div></li>
    <li><div><h3>${t.curlStep}</h3><p class="soft">${t.curlHint}</p>
      <div class="snippet"><pre id="curl" tabindex="0">${curl}</pre>
      ${copyButton(visit, 'curl', t.curl)}</div></div></li>
    <li><div><h3>${t.payStep}</h3>${renderPayStep(visit, places, t)}</div></li>
  </ol>
</section>`;
}

function renderKeyStep(visit: Visit, key: string | null, t: HomeTexts): Html {
  if (key !== null) return renderNewKey(visit, key, { label: t.key, hint: t.keyShown });
  if (!mayActAs(visit.session.role, 'developer')) return html`<p class="soft">${t.keyAsk}</p>`;
  return html`<p class="soft">${t.keyHint}</p>
  <form method="post" action="/dashboard/first-key">${tokenField(visit)}
    <button class="button strong">${t.keyPress}</button></form>`;
}

function renderPayStep({ language }: Visit, { bankUrl }: Places, t: HomeTexts): Html {
  if (bankUrl === null) return html`<p class="soft">${t.payLiveHint}</p>`;
  return html`<p class="soft">${t.payHint}</p>
  <p><a class="button" href="${bankUrl}/?lang=${language}" target="_blank" rel="noopener"
    >${t.payPress}</a></p>`;
}
