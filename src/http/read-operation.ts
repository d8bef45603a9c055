import type { z } from 'zod';
import type { ApiDeps } from './api-deps';
import type { Position } from './cursor';
import type { OperationFacts, Permitted, Request, Schema } from './definition';
import type { Callers } from './middleware/authenticate';
import { operation, type Operation } from './operation';
import { presentPage, type Page, type PageFields, type pageQuery } from './pagination';
import { json } from './reply';

type Facts = Pick<OperationFacts, 'name' | 'summary' | 'family' | 'path' | 'links'> &
  Permitted<'merchant'>;

interface ReadDefinition<P extends Schema, Q extends Schema, S extends z.ZodType> extends Facts {
  readonly params?: P & z.ZodType;
  readonly query?: Q & z.ZodType;
  readonly schema: S;
  readonly example?: object;
  readonly exampleQuery?: Readonly<Record<string, string | number>>;
  readonly errors?: OperationFacts['errors'];
  readonly read: (
    deps: ApiDeps,
    request: Request<'merchant', P, Q, undefined>,
  ) => Promise<z.input<S>>;
}

/** A GET of a merchant with a JSON response. */
export function readOperation<
  S extends z.ZodType,
  P extends Schema = undefined,
  Q extends Schema = undefined,
>(definition: ReadDefinition<P, Q, S>): Operation {
  const { schema, example, exampleQuery, errors = [], read, ...facts } = definition;
  return operation<'merchant', P, Q>({
    ...facts,
    method: 'GET',
    auth: 'merchant',
    success: { status: 200, schema, ...(example === undefined ? {} : { example }) },
    ...(exampleQuery === undefined ? {} : { example: { query: exampleQuery } }),
    errors,
    respond: async (deps, request) => json(200, await read(deps, request)),
  });
}

interface ListDefinition<Q extends typeof pageQuery, S extends z.ZodType, Item> extends Omit<
  ReadDefinition<undefined, Q, S>,
  'params' | 'read'
> {
  readonly list: (
    deps: ApiDeps,
    caller: Callers['merchant'],
    query: z.output<Q>,
  ) => Promise<Page<Item>>;
  readonly present: (items: readonly Item[], deps: ApiDeps) => Omit<z.input<S>, keyof PageFields>;
}

/** Newest first, paginated by cursor or offset. */
export function listOperation<
  Q extends typeof pageQuery,
  S extends z.ZodType<unknown, PageFields>,
  Item extends Position,
>({ list, present, ...definition }: ListDefinition<Q, S, Item>): Operation {
  return readOperation<S, undefined, Q>({
    ...definition,
    async read(deps, { caller, query }) {
      const page = await list(deps, caller, query as z.output<Q>);
      return { ...present(page.items, deps), ...presentPage(page, query) } as z.input<S>;
    },
  });
}
