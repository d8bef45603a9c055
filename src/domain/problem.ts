/**
 * Every error that a caller can be answered with: its code, HTTP status, type and message.
 * The table is the only place where these are decided; the wire forms are made from it.
 */
export type ProblemType =
  | 'validation_error'
  | 'authentication_error'
  | 'permission_error'
  | 'not_found_error'
  | 'conflict_error'
  | 'payment_error'
  | 'rate_limit_error'
  | 'api_error';

interface Row {
  readonly status: number;
  readonly type: ProblemType;
  readonly message: string;
}

const validation = (message: string, status = 400): Row => ({
  status,
  type: 'validation_error',
  message,
});
const notFound = (noun: string): Row => ({
  status: 404,
  type: 'not_found_error',
  message: `No such ${noun}.`,
});

export const problems = {
  invalid_json: validation('The request body is not valid JSON.'),
  invalid_request: validation('The request is not valid.'),
  missing_parameter: validation('A required parameter is missing.'),
  invalid_parameters: validation('A query parameter is not valid.'),
  invalid_amount: validation('The amount is not valid.'),
  amount_out_of_range: validation('The amount is outside the accepted range.', 422),
  invalid_currency: validation('Only THB is accepted.', 422),
  invalid_reference: validation('The reference must be a string of at most 35 characters.'),
  invalid_expiry: validation('expiry_minutes must be a whole number from 1 to 1440.'),
  invalid_metadata: validation('metadata must be an object of at most 16 KB and 8 levels.'),
  invalid_event: validation('An event name is not known.'),
  invalid_image: validation('The slip must be a JPEG, PNG, WebP or GIF image, in base64.'),
  slip_too_large: validation('The image of a slip can have at most 4 MiB.'),
  too_many_slips: validation('An order can have at most 5 slips.'),
  invalid_status: validation('The status is not one that is understood.'),
  invalid_idempotency_key: validation(
    'An idempotency key must be sent once and have 1 to 255 characters.',
  ),
  invalid_url: validation('The URL is not valid, not public, or not reachable.', 422),
  missing_destination: validation(
    'No account is known to send the money back to: give one as destination.',
  ),
  payment_not_refundable: validation('Only a payment that has succeeded can be refunded.'),
  refund_exceeds_remaining: validation('The refund is more than what is left of the payment.'),
  refund_window_passed: validation('A payment can be refunded for 365 days.'),
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'The API key is missing, unknown or revoked.',
  },
  merchant_disabled: {
    status: 403,
    type: 'permission_error',
    message: 'This merchant is disabled and cannot create anything.',
  },
  insufficient_funds: {
    status: 403,
    type: 'payment_error',
    message: 'The available balance is too small.',
  },
  not_found: notFound('path'),
  order_not_found: notFound('order'),
  payment_not_found: notFound('payment'),
  page_not_found: notFound('payment page'),
  refund_not_found: notFound('refund'),
  qr_code_not_found: notFound('QR code'),
  webhook_not_found: notFound('webhook'),
  method_not_allowed: {
    status: 405,
    type: 'validation_error',
    message: 'This path does not answer that method.',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    message: 'This idempotency key was used with another request.',
  },
  state_conflict: {
    status: 409,
    type: 'conflict_error',
    message: 'The state of the object does not allow this.',
  },
  too_many_webhooks: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 16 webhooks.',
  },
  qr_code_expired: {
    status: 410,
    type: 'not_found_error',
    message: 'This QR code can no longer be paid.',
  },
  payload_too_large: validation('The request body is too large.', 413),
  unsupported_media_type: validation('The request body must be application/json.', 415),
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Something went wrong on our side. The request id finds it in our log.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service cannot take this request now. Try again.',
  },
} as const satisfies Record<string, Row>;

export type ProblemCode = keyof typeof problems;

/** Two rows share one code on the wire: an amount can be malformed (400) or out of range (422). */
const wireCodes: Partial<Record<ProblemCode, string>> = {
  amount_out_of_range: 'invalid_amount',
  too_many_webhooks: 'state_conflict',
};

export interface ProblemDetail {
  /** The parameter at fault, as it is written on the wire. */
  readonly param?: string;
  /** A message that says more than the table's. */
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An outcome that the caller is told about. Anything else that is thrown is a 500. */
export class Problem extends Error {
  readonly status: number;
  readonly type: ProblemType;
  readonly wireCode: string;

  constructor(
    readonly code: ProblemCode,
    readonly detail: ProblemDetail = {},
  ) {
    super(detail.message ?? problems[code].message);
    this.name = 'Problem';
    this.status = problems[code].status;
    this.type = problems[code].type;
    this.wireCode = wireCodes[code] ?? code;
  }
}
