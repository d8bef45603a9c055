import type { z } from 'zod';
import type { Placed } from '../kernel/idempotency/idempotency';
import type { ApiDeps } from './api-deps';
import type { Definition, Permitted, Request } from './definition';
import { operation, type Operation } from './operation';
import { json, type Reply } from './reply';

type CreateDefinition<B extends z.ZodType, S extends z.ZodType, Order> = Omit<
  Definition<'merchant', undefined, undefined, B>,
  'method' | 'auth' | 'creates' | 'body' | 'success' | 'respond' | 'replay'
> &
  Permitted<'merchant'> & {
    readonly body: B;
    readonly success: { readonly status: number; readonly schema: S; readonly example: object };
    readonly create: (
      deps: ApiDeps,
      request: Request<'merchant', undefined, undefined, B>,
    ) => Promise<Placed<Order>>;
    /** The order as it was created; null when it can never be answered. */
    readonly find: (deps: ApiDeps, orderId: string) => Promise<Order | null>;
    readonly present: (order: Order, deps: ApiDeps) => z.input<S>;
  };

/** Creates an order. The first request and its retries are answered by the same `present`. */
export function createOperation<B extends z.ZodType, S extends z.ZodType, Order>(
  definition: CreateDefinition<B, S, Order>,
): Operation {
  const { create, find, present, ...facts } = definition;
  const reply = (deps: ApiDeps, { order, isReplay }: Placed<Order>): Reply => ({
    ...json(facts.success.status, present(order, deps)),
    replayed: isReplay,
  });
  return operation<'merchant', undefined, undefined, B>({
    ...facts,
    method: 'POST',
    auth: 'merchant',
    creates: true,
    respond: async (deps, request) => reply(deps, await create(deps, request)),
    async replay(deps, orderId) {
      const order = await find(deps, orderId);
      return order && reply(deps, { order, isReplay: true });
    },
  });
}
