import type { Config } from '../../config';
import { otherPaths } from '../aliases';
import type { OperationFacts } from '../definition';
import { parametersOf } from './parameters';
import { responsesOf, type Components } from './responses';
import { tagOf } from './tags';

export function operationObject(
  facts: OperationFacts,
  mode: Config['mode'],
  components: Components,
): object {
  const described = descriptionOf(facts, mode);
  const parameters = parametersOf(facts, components.schemas);
  return {
    operationId: facts.name,
    summary: facts.summary,
    ...(described === '' ? {} : { description: described }),
    tags: [tagOf(facts).name],
    security: securityOf(facts, mode),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(facts.body === undefined ? {} : { requestBody: bodyOf(facts, facts.body, components) }),
    responses: responsesOf(facts, components),
  };
}

function descriptionOf({ auth, permission, path }: OperationFacts, mode: Config['mode']): string {
  const takesKeys = auth === 'merchant' || (auth === 'callback' && mode === 'sandbox');
  const others = otherPaths(path).map((other) => `\`${templateOf(other)}\``);
  return [
    ...(takesKeys ? [`An API key needs the permission \`${permission}\`.`] : []),
    ...(others.length === 0 ? [] : [`Also at ${others.join(' and ')}.`]),
  ].join(' ');
}

/** `/payments/:id` becomes `/payments/{id}`, as OpenAPI writes it. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function bodyOf(
  { example, bodyOptional }: OperationFacts,
  body: NonNullable<OperationFacts['body']>,
  { schemas }: Components,
): object {
  const sample = example?.body === undefined ? {} : { example: example.body };
  const content = { schema: schemas.schemaOf(body, 'input'), ...sample };
  const required = bodyOptional !== true;
  return { required, content: { 'application/json': content } };
}

/** Alternatives: one of the credentials is enough. */
function securityOf({ auth, permission }: OperationFacts, mode: Config['mode']): object[] {
  const merchant = { merchantKey: [permission] };
  const provider = { providerKey: [] };
  if (auth === 'merchant') return [merchant];
  if (auth === 'provider') return [provider];
  if (auth === 'operator') return [{ operatorKey: [] }];
  if (auth === 'callback') return mode === 'sandbox' ? [provider, merchant] : [provider];
  return [];
}
