import type { Config } from '../../config';
import { otherPaths } from '../aliases';
import type { OperationFacts } from '../definition';
import { parametersOf } from './parameters';
import { responsesOf } from './responses';
import type { Shelf } from './responses';
import { tagOf } from './tags';

/** What OpenAPI calls an operation, from the facts that serve its requests. */
export function operationObject(facts: OperationFacts, mode: Config['mode'], shelf: Shelf): object {
  const others = otherPaths(facts.path).map(templateOf);
  const parameters = parametersOf(facts, shelf.book);
  return {
    operationId: facts.name,
    summary: facts.summary,
    ...(others.length === 0
      ? {}
      : { description: `Also at ${others.map((path) => `\`${path}\``).join(' and ')}.` }),
    tags: [tagOf(facts).name],
    security: securityOf(facts, mode),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(facts.body === undefined ? {} : { requestBody: bodyOf(facts, facts.body, shelf) }),
    responses: responsesOf(facts, shelf),
  };
}

/** A path as OpenAPI writes it: `/payments/:id` is `/payments/{id}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function bodyOf(
  { example, bodyOptional }: OperationFacts,
  body: NonNullable<OperationFacts['body']>,
  { book }: Shelf,
): object {
  const sample = example?.body === undefined ? {} : { example: example.body };
  const content = { schema: book.schemaOf(body, 'input'), ...sample };
  const required = bodyOptional !== true;
  return { required, content: { 'application/json': content } };
}

/** Any one of the credentials is enough. */
function securityOf({ auth }: OperationFacts, mode: Config['mode']): object[] {
  const merchant = { merchantKey: [] };
  const provider = { providerKey: [] };
  if (auth === 'merchant') return [merchant];
  if (auth === 'provider') return [provider];
  if (auth === 'operator') return [{ operatorKey: [] }];
  if (auth === 'callback') return mode === 'sandbox' ? [provider, merchant] : [provider];
  return [];
}
