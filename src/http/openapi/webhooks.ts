import { eventTexts } from '../../contract/events';
import type { SchemaRegistry } from './schema-registry';

const signed = [
  {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The ID of the event, identical for every attempt.',
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'The time of this attempt, in seconds since 1970.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      '`v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body` with the secret of the ' +
      'webhook. Several, separated by spaces, while a secret is rotated.',
    schema: { type: 'string' },
  },
];

/** The requests that the gateway sends to merchants. */
export function webhooksOf(schemas: SchemaRegistry): object {
  return Object.fromEntries(
    eventTexts.map(({ name, meaning, schema }) => [
      name,
      {
        post: {
          operationId: name,
          summary: meaning,
          tags: ['Webhooks'],
          security: [],
          parameters: signed,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.schemaOf(schema, 'output') } },
          },
          responses: {
            '2XX': { description: 'Delivered. Any other response is retried for three days.' },
            410: { description: 'The webhook is disabled.' },
          },
        },
      },
    ]),
  );
}
