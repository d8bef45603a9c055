import type { OrderKind } from '../../src/domain/order';
import type { Operation } from '../plan/operation';
import type { Field } from './field';
import type { Asked } from './notes';
import { callOnce, isAway } from './wire';
import type { Answer, Call } from './wire';

export interface Creation {
  readonly kind: OrderKind;
  readonly path: string;
  readonly body: object;
  /** The order that an answer names. */
  readonly idIn: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Refusals that are answers, too, as `insufficient_funds`. */
  readonly mayBe?: readonly number[];
}

export interface Created {
  readonly orderId: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/**
 * Has an order created in the way that the operation asks for. Null when it was refused, or when
 * nobody was told: then the order may exist, and the verdict looks for it by its mark.
 */
export async function create(
  field: Field,
  operation: Operation,
  creation: Creation,
  asking = operation.asking,
): Promise<Created | null> {
  const { notes, shops } = field;
  const shop = shops[operation.shop];
  const key = asking === 'unkeyed' ? null : `key-${operation.mark}-${creation.kind}`;
  const asked = notes.ask({
    mark: operation.mark,
    kind: creation.kind,
    merchantId: shop.merchantId,
    amountSatang: operation.amountSatang,
    key,
  });
  const call: Call = {
    url: `${field.apiUrl}${creation.path}`,
    key: shop.apiKey,
    body: creation.body,
    ...(key === null ? {} : { idempotencyKey: key }),
  };
  const hear = (answer: Answer | null) => note(field, creation, asked, answer);
  if (key === null) hear(await callOnce(call));
  else if (asking === 'twins') await Promise.all([field.ask(call, hear), field.ask(call, hear)]);
  else await field.ask(call, hear);
  const [first] = asked.accepted;
  if (first === undefined) return null;
  if (key !== null) await askLater(field, operation, call, hear);
  return { orderId: first.orderId, body: JSON.parse(first.body) as Created['body'] };
}

/** Writes down what came of an attempt. */
function note(field: Field, creation: Creation, asked: Asked, answer: Answer | null): void {
  const { notes, recovery } = field;
  notes.counts.requests++;
  if (answer === null || isAway(answer)) {
    notes.counts.silent++;
    asked.silent++;
    return;
  }
  const { status, body, beganMs } = answer;
  if (status >= 200 && status < 300) {
    const orderId = creation.idIn(JSON.parse(body) as Created['body']);
    if (typeof orderId !== 'string') {
      notes.wrong(`a creation was answered without an id: ${body}`, asked.mark);
      return;
    }
    asked.accepted.push({ orderId, body });
    recovery.succeeded('request', beganMs);
    return;
  }
  asked.refused.push(status);
  if (creation.mayBe?.includes(status) === true) return;
  notes.wrong(`a creation was answered ${status}: ${body}`, asked.mark);
}

/** The same key again, when the answer has long been there. */
async function askLater(
  { notes, ask }: Field,
  { askedLater, mark }: Operation,
  call: Call,
  hear: (answer: Answer | null) => void,
): Promise<void> {
  if (askedLater === 'nothing') return;
  if (askedLater === 'the same') {
    await ask(call, hear);
    return;
  }
  const other = { ...call, body: { ...call.body, ...somethingElse(call.body) } };
  const { status, body } = await ask(other);
  if (status !== 409) notes.wrong(`a used key with another request: ${status} ${body}`, mark);
}

const somethingElse = (body: object | undefined): object => {
  const { amount = 1 } = (body ?? {}) as { readonly amount?: number };
  return { amount: Math.floor(amount) + 1 };
};
