import type { ShownExchange } from '../../../application/provider-accounts/exchange-log';
import { html, type Html } from '../../../lib/html';
import { badge, moment } from '../../kit/parts';
import type { SignedInContext } from '../frame/screen';
import { card } from './detail-view';
import { orderDetailTexts } from './texts';

export function exchangesCard(context: SignedInContext, exchanges: readonly ShownExchange[]): Html {
  const t = orderDetailTexts[context.language];
  const body = (title: string, value: unknown): Html | null =>
    value === null
      ? null
      : html`<p class="small">${title}</p>
  <pre>${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>`;
  const item = (exchange: ShownExchange): Html => {
    const { direction, method, path, status, reason, durationMs, id } = exchange;
    const isAnswered = status !== null && status < 400;
    const result = String(status ?? reason);
    return html`<li><p>${
      direction === 'in' ? badge('', t.hint) : badge(isAnswered ? 'good' : 'bad', result)
    }
  <code>${method} ${path}</code></p>
  <p class="soft small">${moment(context.language, exchange.at)} · ${t.directions[direction]} ·
    ${durationMs} ms</p>
  <details class="more"><summary>${t.values}<span class="spoken"> ${id}</span></summary>
  ${body(t.requestBody, exchange.request)}
  ${body(t.responseBody, exchange.response)}</details></li>`;
  };
  const list = html`<ol class="items">${exchanges.map(item)}</ol>`;
  return card('exchanges', t.exchanges, list, t.exchangesHint);
}
