import { takesKey, type Link, type OperationFacts } from '../definition';
import { header } from './headers';
import { refusalsOf, type SharedResponses } from './refusals';
import type { SchemaRegistry } from './schema-registry';

/** Filled while the document is built. */
export interface Components {
  readonly schemas: SchemaRegistry;
  readonly responses: SharedResponses;
  readonly known: ReadonlySet<string>;
}

export function responsesOf(facts: OperationFacts, components: Components): object {
  return { ...successOf(facts, components), ...refusalsOf(facts, components) };
}

function successOf(facts: OperationFacts, { schemas, known }: Components): object {
  const { success, links = [] } = facts;
  const headers = successHeaders(facts);
  if ('contentTypes' in success) {
    const { contentTypes, revalidates = false } = success;
    const content = Object.fromEntries(contentTypes.map((type) => [type, mediaOf(type)]));
    if (!revalidates) return { [success.status]: { description: 'Done.', headers, content } };
    const tagged = { ...headers, ETag: header('ETag') };
    return {
      [success.status]: { description: 'Done.', headers: tagged, content },
      304: { description: 'Not modified.', headers: tagged },
    };
  }
  const schema = schemas.schemaOf(success.schema, 'output');
  const usable = links.filter(({ to }) => known.has(to));
  const linked = Object.fromEntries(usable.map((link) => [link.to, linkObject(link)]));
  return {
    [success.status]: {
      description: 'Done.',
      headers,
      content: { 'application/json': { schema, ...sampleOf(success) } },
      ...(usable.length === 0 ? {} : { links: linked }),
    },
  };
}

function successHeaders(facts: OperationFacts): Record<string, object> {
  const limits = {
    'RateLimit-Limit': header('RateLimitLimit'),
    'RateLimit-Remaining': header('RateLimitRemaining'),
    'RateLimit-Reset': header('RateLimitReset'),
  };
  return {
    'X-Request-Id': header('XRequestId'),
    ...(facts.auth === 'merchant' ? limits : {}),
    ...(takesKey(facts) ? { 'Idempotent-Replayed': header('IdempotentReplayed') } : {}),
  };
}

const sampleOf = ({ example }: { readonly example?: object }): object =>
  example === undefined ? {} : { example };

/** Binary content has no schema; text is a string. */
const mediaOf = (type: string): object =>
  type.startsWith('text/') || type.endsWith('+xml') ? { schema: { type: 'string' } } : {};

function linkObject({ to, params, body }: Link): object {
  return {
    operationId: to,
    ...(params === undefined ? {} : { parameters: expressionsOf(params) }),
    ...(body === undefined ? {} : { requestBody: expressionsOf(body) }),
  };
}

const expressionsOf = (pointers: Readonly<Record<string, string>>): object =>
  Object.fromEntries(
    Object.entries(pointers).map(([name, pointer]) => [name, `$response.body#${pointer}`]),
  );
