import type { Order } from '../../list-orders';
import type { OrderApproval } from '../../../kernel/approvals/rules/approval';
import { type DisplayStatus, displayStatusOf } from '../../rules/display-status';
import { isCapped, netOf } from '../../../fees/rules/order-fee';
import { formatMoney } from '../../../kernel/rules/money';
import { definitionOf, directionOf, type OrderKind } from '../../rules/kinds';
import type { ApiDeps } from '../../../http/api-deps';
import { approvalTexts } from '../../../approvals/pages/texts';
import { approvalBadge } from '../../../approvals/pages/view';
import type { Language } from '../../../pages/kit/language';
import { Badge, CopyButton, type FactRow, Noted, Time } from '../../../pages/kit/parts';
import type { SignedInContext } from '../../../pages/dashboard/frame/screen';
import { sections } from '../../../pages/dashboard/frame/sections';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import { timelineTexts } from './texts/texts';

type Facts = readonly FactRow[];

export interface ShownOrder {
  readonly kind: OrderKind;
  readonly id: string;
  readonly path: string;
  readonly status: DisplayStatus;
  readonly amountSatang: number;
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly facts: Facts;
  /** A payer has opened it: on the page of a payment link, or by a new code. */
  readonly isByPayer: boolean;
  readonly hasReceipt: boolean;
  readonly mayBeRefunded: boolean;
  readonly mayBeExpired: boolean;
}

/** Throws Problem `…_not_found` if the merchant has no such order. */
export type FindShown = (
  deps: ApiDeps,
  context: SignedInContext,
  orderId: string,
) => Promise<ShownOrder>;

/** `own`: the fields of one kind, inserted between the status and the times. */
export function shown(
  context: SignedInContext,
  order: Order,
  own: Facts,
  after: Facts = [],
): ShownOrder {
  const { language } = context;
  const t = timelineTexts[language].facts;
  const { kind, id, failure, completedAt } = order;
  const status = displayStatusOf(order);
  const note = order.late ? <Badge tone="warn">{ordersTexts[language].late}</Badge> : null;
  return {
    kind,
    id,
    path: orderPath(kind, id),
    status,
    amountSatang: order.amountSatang,
    createdAt: order.createdAt,
    metadata: order.metadata,
    facts: [
      [
        t.status,
        <span class="badges">
          {statusBadge(language, kind, status)}
          {note}
        </span>,
      ],
      failure === null ? null : [t.failure, failure.message],
      ...own,
      order.reversedSatang === 0 ? null : [t.reversed, money(order.reversedSatang)],
      ...feeFacts(language, order),
      [t.created, <Time at={order.createdAt} precise />],
      completedAt === null ? null : [t.completed, <Time at={completedAt} precise />],
      ...after,
      [t.id, copied('order-id', id, t.id)],
    ],
    isByPayer: order.paymentLinkId !== null || ('previousId' in order && order.previousId !== null),
    hasReceipt: directionOf(kind) === 'in' && completedAt !== null,
    mayBeRefunded:
      definitionOf(kind).refundable &&
      order.refundingSatang + order.reversedSatang < order.creditedSatang,
    mayBeExpired:
      definitionOf(kind).expirable && order.status === 'pending' && order.method === 'qr',
  };
}

/** Empty for an order that costs nothing. */
function feeFacts(language: Language, order: Order): Facts {
  const { fee, kind } = order;
  if (fee === null || fee.feeSatang === 0) return [];
  const t = timelineTexts[language].facts;
  const isIn = directionOf(kind) === 'in';
  const notes = [
    ...(fee.vatSatang === 0 ? [] : [t.feeVat(formatMoney(fee.vatSatang))]),
    ...(isIn && isCapped(fee) ? [t.feeCapped] : []),
  ];
  return [
    [t.fee, <Noted note={notes.join(', ') || undefined}>{money(fee.feeSatang)}</Noted>],
    isIn ? [t.net, money(netOf(order))] : null,
  ];
}

/** Null when the order needs no approval. */
export const approvalFact = (
  { language }: SignedInContext,
  approval: OrderApproval | null,
): Facts[number] =>
  approval && [
    approvalTexts[language].approval,
    <span class="badges">
      {approvalBadge(language, approval.status)}
      <a class="code" href={`${sections.approvals.path}/${approval.id}`}>
        {approval.id}
      </a>
    </span>,
  ];

export const copied = (name: string, text: string, about: string) => (
  <span class="copied">
    <code id={name}>{text}</code> <CopyButton of={name} about={about} />
  </span>
);

export const money = (satang: number) => <span class="money">{formatMoney(satang)}</span>;
