/** What a reader must know before any operation, as Markdown. */
export const introduction = [
  `Two families of operations take the same key: Thai QR payments, refunds and webhooks
under \`/Thai/v1\`, and bank transfers under \`/deposit/gw\` and \`/withdraw/gw\`.`,

  '## Keys',
  `Send \`Authorization: Bearer <key>\`. Keys of a sandbox begin with \`sk_test_\`, live ones with
\`sk_live_\`. What belongs to another merchant is not found.`,

  '## Money',
  `Amounts are JSON numbers of baht: whole ones for QR codes, with at most two decimals for bank
transfers. They are read digit by digit and never rounded.`,

  '## Repeating a request',
  `Give every POST an \`Idempotency-Key\`. The same request under the same key is answered as the
first was, with \`Idempotent-Replayed: true\`, and creates nothing. Another request under that key
is refused with 409. A request that failed leaves its key free. Keys last for 24 hours.`,

  '## Lists',
  `Newest first. Follow \`next_cursor\` until it is null: unlike \`offset\`, it neither skips nor
repeats what is there while new objects come in.`,

  '## Webhooks',
  `Events are sent as POST requests and signed as [Standard
Webhooks](https://www.standardwebhooks.com) are, for which there are libraries in most languages.
Answer with any 2xx within 15 seconds. Expect an event more than once and in any order: \`id\` is
the same each time, and \`sequence\` grows with each event of an object.`,

  '## Errors',
  `An answer of 400 or above holds \`error\`: its \`code\` for programs, a \`message\` for people,
its \`type\`, the \`param\` at fault where there is one, the \`doc_url\` of the code's
documentation, and the \`request_id\`, which every answer has as \`X-Request-Id\`. All codes, and
what to do about each, are in \`x-error-codes\` and at the end of the page at \`/docs\`. New codes
and fields may be added; what one means never changes.`,
].join('\n\n');
