/** Headers that responses refer to. */
export const sharedHeaders = {
  XRequestId: {
    description: 'The id of this request. Name it when you ask about it.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
  },
  IdempotentReplayed: {
    description: '`true` where this is the answer of an earlier request under the same key.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimitLimit: {
    description: 'Requests that a merchant may make in a second.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'How many of them are left.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'Seconds until all of them are back.',
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'The way to authenticate.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  ETag: {
    description: 'Send it as `If-None-Match` to be told whether the answer has changed.',
    required: true,
    schema: { type: 'string' },
  },
};

export const header = (name: keyof typeof sharedHeaders): object => ({
  $ref: `#/components/headers/${name}`,
});
