/** Referenced by responses. */
export const sharedHeaders = {
  XRequestId: {
    description: 'The ID of this request, for support.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-z]{26}$' },
  },
  IdempotentReplayed: {
    description: '`true` when this is the stored response of an earlier request with the same key.',
    schema: { type: 'string', const: 'true' },
  },
  RateLimitLimit: {
    description: 'Requests allowed per second and merchant.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Requests remaining in the current window.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'Seconds until the limit is fully restored.',
    schema: { type: 'integer', minimum: 0 },
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  WwwAuthenticate: {
    description: 'The authentication scheme.',
    required: true,
    schema: { type: 'string', const: 'Bearer' },
  },
  ETag: {
    description: 'Send it as `If-None-Match` to receive 304 when the response has not changed.',
    required: true,
    schema: { type: 'string' },
  },
};

export const header = (name: keyof typeof sharedHeaders): object => ({
  $ref: `#/components/headers/${name}`,
});
