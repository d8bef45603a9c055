import type { Config } from '../../config';
import { errorCodes, type OperationFacts } from '../definition';
import { audienceOf, introductions, type Audience } from './audience';
import { sharedHeaders } from './headers';
import { operationObject, templateOf } from './operation-object';
import { sharedParameters } from './parameters';
import { codeRows, type CodeRow } from './problem-schema';
import type { Components } from './responses';
import { createSchemaRegistry } from './schema-registry';
import { tagsOf } from './tags';
import { webhooksOf } from './webhooks';

/** Of the API, not of the program. Changes with incompatible changes. */
const API_VERSION = '1.0.0';

/** OpenAPI 3.1. `everyone` includes all operations, for the fuzzer. */
export function openApiDocument(
  operations: readonly OperationFacts[],
  { mode, http: { publicUrl } }: Pick<Config, 'mode'> & { http: { publicUrl: string } },
  audience: Audience | 'everyone' = 'everyone',
): object {
  const described = describedOf(operations).filter(
    (facts) => audience === 'everyone' || audienceOf(facts) === audience,
  );
  const components: Components = {
    schemas: createSchemaRegistry(),
    responses: {},
    known: new Set(described.map(({ name }) => name)),
  };
  const paths = pathsOf(described, mode, components);
  const receives = audience === 'merchants' || audience === 'everyone';
  const webhooks = receives ? { webhooks: webhooksOf(components.schemas) } : {};
  const used = JSON.stringify([paths, components.responses, webhooks]);
  const isReferenced = (part: string) => (name: string) =>
    used.includes(`"#/components/${part}/${name}"`);
  return {
    openapi: '3.1.0',
    info: {
      version: API_VERSION,
      ...introductions[audience === 'everyone' ? 'merchants' : audience],
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: mode === 'sandbox' ? 'Sandbox' : 'Live' }],
    tags: tagsOf(described),
    paths,
    ...webhooks,
    components: {
      securitySchemes: only(securitySchemes(mode), (name) => used.includes(`{"${name}":[`)),
      parameters: only(sharedParameters(components.schemas), isReferenced('parameters')),
      headers: only(sharedHeaders, isReferenced('headers')),
      responses: sorted(components.responses),
      schemas: sorted(components.schemas.named),
    },
    'x-error-codes': errorRows(described),
  };
}

const describedOf = (operations: readonly OperationFacts[]): OperationFacts[] =>
  operations.filter((facts) => facts.described !== false);

/** Includes the codes of requests that match no operation. */
function errorRows(operations: readonly OperationFacts[]): readonly CodeRow[] {
  const codes = describedOf(operations).flatMap((facts) => [...errorCodes(facts)]);
  return codeRows(['not_found', 'method_not_allowed', ...codes]);
}

function pathsOf(
  described: readonly OperationFacts[],
  mode: Config['mode'],
  components: Components,
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const facts of described) {
    const path = (paths[templateOf(facts.path)] ??= {});
    path[facts.method.toLowerCase()] = operationObject(facts, mode, components);
  }
  return paths;
}

const securitySchemes = (mode: Config['mode']) => ({
  merchantKey: {
    type: 'http',
    scheme: 'bearer',
    description: `A merchant's secret key, \`sk_${mode === 'sandbox' ? 'test' : 'live'}_…\`.`,
  },
  providerKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'What the provider proves itself with when it calls back.',
  },
  operatorKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of the operators.',
  },
});

const only = <Value>(parts: Readonly<Record<string, Value>>, isUsed: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(parts).filter(([name]) => isUsed(name)));

const sorted = <Value>(parts: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));
