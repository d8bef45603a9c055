import { z } from 'zod';
import type { OperationFacts } from '../definition';
import { operation, type Operation } from '../operation';
import { json, type Reply } from '../reply';
import { audiences, documentNames, type Audience } from './audience';
import { openApiDocument } from './document';

const readers: Readonly<Record<Audience, { readonly name: string; readonly summary: string }>> = {
  merchants: {
    name: 'readOpenApi',
    summary: "The description (OpenAPI 3.1) of the merchants' API, generated from its operations",
  },
  providers: {
    name: 'readProvidersOpenApi',
    summary: 'The description of the callbacks of providers',
  },
  operators: {
    name: 'readOperatorsOpenApi',
    summary: "The description of the operators' API",
  },
};

const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0').describe('The version of OpenAPI.'),
});

/** `all` is read when a request arrives, because it includes these operations. */
export function describingOperations(all: readonly OperationFacts[]): readonly Operation[] {
  return audiences.map((audience) => {
    let described: Reply | null = null;
    const { name, summary } = readers[audience];
    return operation({
      name,
      summary,
      family: 'ops',
      method: 'GET',
      path: `/${documentNames[audience]}`,
      auth: 'none',
      success: { status: 200, schema: documentSchema },
      errors: [],
      respond: ({ config }) => (described ??= json(200, openApiDocument(all, config, audience))),
    });
  });
}
