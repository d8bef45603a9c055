/** Markdown. */
export const introduction = [
  `Two groups of operations use the same API key: Thai QR payments, refunds and webhooks under
\`/Thai/v1\`, and bank transfers under \`/deposit/gw\` and \`/withdraw/gw\`.`,

  '## Authentication',
  `Send \`Authorization: Bearer <key>\`. Sandbox keys begin with \`sk_test_\`, live keys with
\`sk_live_\`. Objects of other merchants are not found.`,
  `A key has permissions by noun, such as \`payments:read\` or \`refunds:write\`; \`write\` includes
\`read\` of its noun. \`read\`, \`write\` and \`withdraw\` are sets: all reads; everything but
\`withdrawals:write\`; everything. A refund to another account than the one that paid also needs
\`withdrawals:write\`.`,

  `A key can also have an expiry, a list of addresses that it is accepted from, a list of accounts
that it pays out to, and a signing secret: then withdrawals and refunds need \`Saphan-Signature\`.`,

  '## Amounts',
  `Amounts are JSON numbers of baht: integers for QR codes, at most two decimals for bank
transfers. They are parsed as decimals and never rounded.`,

  '## Idempotency',
  `Send an \`Idempotency-Key\` with every POST. A repeated request with the same key returns the
first response with \`Idempotent-Replayed: true\` and creates nothing. A different request with the
same key is rejected with 409. A failed request does not use up its key. Keys expire after 24
hours.`,

  '## Pagination',
  `Lists are sorted newest first. Pass \`next_cursor\` as \`cursor\` until it is null. Unlike
\`offset\`, a cursor neither skips nor repeats objects while new ones are created.`,

  '## Webhooks',
  `Events are sent as POST requests and signed according to [Standard
Webhooks](https://www.standardwebhooks.com), which has libraries for most languages. Respond with
any 2xx within 15 seconds. An event can be delivered more than once and in any order: \`id\` stays
the same, and \`sequence\` increases with each event of an object.`,

  '## Errors',
  `A response of 400 or above has an \`error\`: a \`code\` for programs, a \`message\` for humans,
a \`type\`, the invalid \`param\` if there is one, the \`doc_url\` of the code, and the
\`request_id\`, which every response also has as \`X-Request-Id\`. All codes with their remedies are
in \`x-error-codes\` and at
\`/docs/errors\`. New codes and fields may be added;
the meaning of existing ones does not change.`,
].join('\n\n');
