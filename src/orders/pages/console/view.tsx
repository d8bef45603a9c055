import type { OrderDetail } from '../../../exceptions/find-order-detail';
import type { ShownExchange } from '../../../providers/accounts/exchange-log';
import { kindTexts } from '../kind-texts';
import { exceptionLinks } from '../../../exceptions/pages/links';
import type { Screen, SignedInContext } from '../../../pages/console/frame/screen';
import {
  callbacksCard,
  orderCard,
  postingsCard,
  requestCard,
  routingCard,
  slipsCard,
  transitionsCard,
} from './detail-view';
import { exchangesCard } from './exchanges-card';

export function orderScreen(
  context: SignedInContext,
  detail: OrderDetail,
  exchanges: readonly ShownExchange[],
  workflowUrl: string | null,
): Screen {
  const { order, exceptions, request, slips, callbacks, postings } = detail;
  const title = kindTexts[context.language][order.kind].label;
  const main = (
    <>
      <div class="columns">
        <div class="stack">
          {orderCard(context, detail, workflowUrl)}
          {exceptions.length !== 0 && exceptionLinks(context, exceptions)}
          {order.routing !== null && routingCard(context, order, order.routing)}
        </div>
        <div class="stack">
          {callbacksCard(context, callbacks)}
          {request !== null && requestCard(context, detail, request)}
          {slips.length !== 0 && slipsCard(context, slips)}
        </div>
      </div>
      {postingsCard(context, postings)}
      {exchanges.length !== 0 && exchangesCard(context, exchanges)}
      {transitionsCard(context, detail)}
    </>
  );
  return { title, section: 'orders', main, live: true };
}
