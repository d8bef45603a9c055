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
  visit: SignedInContext,
  dossier: OrderDetail,
  workflowUrl: string | null,
): Screen {
  const { order, exceptions, request, slips, callbacks, postings } = dossier;
  const title = exceptionTexts[visit.language].orders[order.kind];
  const main = html`<div class="columns">
  <div class="stack">${orderCard(visit, dossier, workflowUrl)}
    ${exceptions.length === 0 ? null : exceptionLinks(visit, exceptions)}</div>
  <div class="stack">${callbacksCard(visit, callbacks)}
    ${request === null ? null : requestCard(visit, request)}
    ${slips.length === 0 ? null : slipsCard(visit, slips)}</div>
</div>
${postingsCard(visit, postings)}
${movesCard(visit, dossier)}`;
  return { title, section: 'orders', main, live: true };
}
