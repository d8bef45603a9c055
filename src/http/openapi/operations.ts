import { z } from 'zod';
import { Problem } from '../../kernel/rules/problem';
import type { OperationFacts } from '../definition';
import { operation, type Operation } from '../operation';
import { json, type Reply } from '../reply';
import { audiences, documentNames, type Audience } from './audience';
import { docsAsset } from './docs/assets';
import { docsHeaders, docsPage } from './docs/page';
import { errorRows, openApiDocument } from './document';

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
const assetParams = z.object({ name: z.string() });

/** `all` is read when a request arrives, because it includes these operations. */
export function describingOperations(all: readonly OperationFacts[]): readonly Operation[] {
  const documents = audiences.map((audience) => {
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
  return [
    ...documents,

    operation({
      name: 'readDocs',
      summary: 'The documentation page of the API',
      family: 'ops',
      method: 'GET',
      path: '/docs',
      auth: 'none',
      described: false,
      success: { status: 200, contentTypes: ['text/html'] },
      errors: [],
      respond: () => ({
        status: 200,
        contentType: 'text/html; charset=utf-8',
        body: docsPage(errorRows(all)),
        headers: docsHeaders,
      }),
    }),

    operation({
      name: 'readDocsAsset',
      summary: 'Stylesheets, scripts and icon of the documentation page',
      family: 'ops',
      method: 'GET',
      path: '/docs/:name',
      auth: 'none',
      described: false,
      params: assetParams,
      success: {
        status: 200,
        contentTypes: ['text/css', 'text/javascript', 'image/svg+xml'],
        revalidates: true,
      },
      errors: ['not_found'],
      respond(_deps, { params }) {
        const asset = docsAsset(params.name);
        if (asset === null) throw new Problem('not_found');
        return {
          status: 200,
          contentType: asset.type,
          body: asset.content,
          headers: {
            ETag: `"${asset.version}"`,
            'Cache-Control': 'no-cache',
            'Cross-Origin-Resource-Policy': 'same-origin',
          },
        };
      },
    }),
  ];
}
