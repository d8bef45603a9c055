import type { Order } from '../../../../application/orders/list-orders';
import type { OrderApproval } from '../../../../domain/approval';
import { formatMoney } from '../../../../domain/money';
import { definitionOf, type OrderKind } from '../../../../domain/orders';
import type { ApiDeps } from '../../../../http/api-deps';
import { displayStatusOf, type DisplayStatus } from '../../../../domain/display-status';
import { html, type Html } from '../../../../lib/html';
import { approvalTexts } from '../../../kit/approvals/texts';
import { approvalBadge } from '../../../kit/approvals/view';
import { badge, copyButton, preciseMoment, type facts } from '../../../kit/parts';
import type { SignedInContext } from '../../frame/screen';
import { sections } from '../../frame/sections';
import { orderPath, statusBadge } from '../parts';
import { ordersTexts } from '../texts';
import { timelineTexts } from './texts/texts';

type Facts = Parameters<typeof facts>[0];

export interface ShownOrder {
  readonly kind: OrderKind;
  readonly id: string;
  readonly path: string;
  readonly status: DisplayStatus;
  readonly amountSatang: number;
  readonly createdAt: Date;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly facts: Facts;
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
  const note = order.late ? badge('warn', ordersTexts[language].late) : null;
  return {
    kind,
    id,
    path: orderPath(kind, id),
    status,
    amountSatang: order.amountSatang,
    createdAt: order.createdAt,
    metadata: order.metadata,
    facts: [
      [t.status, html`<span class="badges">${statusBadge(language, kind, status)}${note}</span>`],
      failure === null ? null : [t.failure, failure.message],
      ...own,
      order.reversedSatang === 0 ? null : [t.reversed, money(order.reversedSatang)],
      [t.created, preciseMoment(language, order.createdAt)],
      completedAt === null ? null : [t.completed, preciseMoment(language, completedAt)],
      ...after,
      [t.id, copied(context, 'order-id', id, t.id)],
    ],
    mayBeRefunded:
      definitionOf(kind).refundable &&
      order.refundingSatang + order.reversedSatang < order.creditedSatang,
    mayBeExpired:
      definitionOf(kind).expirable && order.status === 'pending' && order.method === 'qr',
  };
}

/** Null when the order needs no approval. */
export const approvalFact = (
  { language }: SignedInContext,
  approval: OrderApproval | null,
): Facts[number] =>
  approval && [
    approvalTexts[language].approval,
    html`<span class="badges">${approvalBadge(language, approval.status)}
      <a class="code" href="${sections.approvals.path}/${approval.id}">${approval.id}</a></span>`,
  ];

export const copied = (context: SignedInContext, name: string, text: string, about: string): Html =>
  html`<span class="copied"><code id="${name}">${text}</code> ${copyButton(context, name, about)}
  </span>`;

export const money = (satang: number): Html =>
  html`<span class="money">${formatMoney(satang)}</span>`;
