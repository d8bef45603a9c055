import type { OrderDetail } from '../../../application/orders/find-order-detail';
import { html } from '../../../lib/html';
import { exceptionTexts } from '../exceptions/texts';
import { exceptionLinks } from '../exceptions/links';
import type { Screen, SignedInContext } from '../frame/screen';
import {
  callbacksCard,
  movesCard,
  orderCard,
  postingsCard,
  requestCard,
  slipsCard,
} from './detail-view';

/** An order's page for operators. */
export function orderScreen(
  context: SignedInContext,
  detail: OrderDetail,
  workflowUrl: string | null,
): Screen {
  const { order, exceptions, request, slips, callbacks, postings } = detail;
  const title = exceptionTexts[context.language].orders[order.kind];
  const main = html`<div class="columns">
  <div class="stack">${orderCard(context, detail, workflowUrl)}
    ${exceptions.length === 0 ? null : exceptionLinks(context, exceptions)}</div>
  <div class="stack">${callbacksCard(context, callbacks)}
    ${request === null ? null : requestCard(context, request)}
    ${slips.length === 0 ? null : slipsCard(context, slips)}</div>
</div>
${postingsCard(context, postings)}
${movesCard(context, detail)}`;
  return { title, section: 'orders', main, live: true };
}
