import type { ShownExchange } from '../../../providers/accounts/exchange-log';
import { Badge, Spoken, Time } from '../../../pages/kit/parts';
import type { SignedInContext } from '../../../pages/console/frame/screen';
import { card } from './detail-view';
import { orderDetailTexts } from './texts';

export function exchangesCard(context: SignedInContext, exchanges: readonly ShownExchange[]) {
  const t = orderDetailTexts[context.language];
  const body = (title: string, value: unknown) =>
    value === null ? null : (
      <>
        <p class="small">{title}</p>
        <pre>{typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre>
      </>
    );
  const item = (exchange: ShownExchange) => {
    const { direction, method, path, status, reason, durationMs, id } = exchange;
    const isAnswered = status !== null && status < 400;
    const result = String(status ?? reason);
    return (
      <li>
        <p>
          {direction === 'in' ? (
            <Badge>{t.hint}</Badge>
          ) : (
            <Badge tone={isAnswered ? 'good' : 'bad'}>{result}</Badge>
          )}{' '}
          <code>
            {method} {path}
          </code>
        </p>
        <p class="soft small">
          <Time at={exchange.at} /> · {t.directions[direction]} · {durationMs} ms
        </p>
        <details class="more">
          <summary>
            {t.values}
            <Spoken>{id}</Spoken>
          </summary>
          {body(t.requestBody, exchange.request)}
          {body(t.responseBody, exchange.response)}
        </details>
      </li>
    );
  };
  const list = <ol class="items">{exchanges.map(item)}</ol>;
  return card('exchanges', t.exchanges, list, t.exchangesHint);
}
