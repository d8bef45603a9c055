import type { Exception } from '../../../application/orders/find-order-detail';
import { html, type Html } from '../../../lib/html';
import { badge, moment } from '../../kit/parts';
import type { SignedInContext } from '../frame/screen';
import { exceptionTexts } from './texts';

export function exceptionLinks(
  context: SignedInContext,
  exceptions: readonly Exception[],
  title = context.t.sections.exceptions,
): Html {
  const t = exceptionTexts[context.language];
  const item = ({ id, kind, openedAt, resolved }: Exception) => html`<li>
  <a href="/console/exceptions/${id}">${t.kinds[kind]}</a> ${moment(context.language, openedAt)}
  ${resolved === null ? badge('warn', t.open) : badge('good', t.resolved)}</li>`;
  return html`<section class="card stack" aria-labelledby="others">
  <h2 id="others">${title}</h2><ul class="links">${exceptions.map(item)}</ul></section>`;
}
