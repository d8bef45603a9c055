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
  /** What the caller can do about it, for the API's description. */
  readonly remedy: string;
}

const validation = (message: string, remedy: string, status = 400): Row => ({
  status,
  type: 'validation_error',
  message,
  remedy,
});
const notFound = (noun: string, remedy = `Look the ${noun} up in your list.`): Row => ({
  status: 404,
  type: 'not_found_error',
  message: `No such ${noun}.`,
  remedy,
});

export const problems = {
  invalid_json: validation(
    'The request body is not valid JSON.',
    'Send one JSON object in UTF-8. An empty body is not one.',
  ),
  invalid_request: validation(
    'The request is not valid.',
    'The message says what is wrong, and `param` where. Correct it and send it again.',
  ),
  missing_parameter: validation(
    'A required parameter is missing.',
    'Send the field that `param` names. Text of nothing but spaces counts as missing.',
  ),
  invalid_parameters: validation(
    'A query parameter is not valid.',
    'Correct the parameter that `param` names; take `cursor` from a `next_cursor` as it is.',
  ),
  invalid_amount: validation(
    'The amount is not valid.',
    'Send a JSON number of 1 to 2,000,000 baht: whole for QR codes, else up to two decimals.',
  ),
  amount_out_of_range: validation(
    'The amount is outside the accepted range.',
    'Ask for 1 to 2,000,000 baht; split what is more.',
    422,
  ),
  invalid_currency: validation('Only THB is accepted.', 'Send `"currency": "THB"`.', 422),
  foreign_currency: validation(
    'Only THB is accepted.',
    'Send `"currency": "THB"`, or leave it out. Money in another currency is for operators.',
  ),
  invalid_reference: validation(
    'The reference must be a string of at most 35 characters.',
    'Shorten it, or keep what is longer in `metadata`.',
  ),
  invalid_expiry: validation(
    'expiry_minutes must be a whole number from 1 to 1440.',
    'Send a whole number of minutes, at most a day of them, or leave it out for 15.',
  ),
  invalid_metadata: validation(
    'metadata must be an object of at most 16 KB and 8 levels.',
    'Send a smaller or flatter object, without NUL characters.',
  ),
  invalid_event: validation(
    'An event name is not known.',
    'Subscribe to at least one of the events that are described here, by their exact names.',
  ),
  invalid_image: validation(
    'The slip must be a JPEG, PNG, WebP or GIF image, in base64.',
    'Send the picture itself, as base64 or as a data URI; a PDF is none.',
  ),
  slip_too_large: validation(
    'The image of a slip can have at most 4 MiB.',
    'Scale the picture down until its QR code can still just be read, and send it again.',
  ),
  too_many_slips: validation(
    'An order can have at most 5 slips.',
    'Send no more for this order: those that are there are kept and read.',
  ),
  invalid_email: validation(
    'The e-mail address is not valid.',
    'Write one address, as `name@example.com`.',
  ),
  weak_password: validation(
    'The password is too easy to guess.',
    'Use at least 12 characters. Common passwords, patterns and your address are refused.',
  ),
  password_used_before: validation(
    'The password has been used before.',
    'Choose one that is neither the current password nor one of the four before it.',
  ),
  reason_too_short: validation(
    'The reason is too short.',
    'Give at least 10 characters: what was checked, and where.',
  ),
  invalid_status: validation(
    'The status is not one that is understood.',
    'Send `success`, `succeeded`, `1001`, `paid`, `failed`, `declined`, `rejected` or `cancelled`.',
  ),
  invalid_idempotency_key: validation(
    'An idempotency key must be sent once and have 1 to 255 characters.',
    'Send one `Idempotency-Key` of printable ASCII; one in the body must be the same.',
  ),
  invalid_url: validation(
    'The URL is not valid, not public, or not reachable.',
    'Give a public https URL that answers a POST within 5 seconds, with whatever status.',
    422,
  ),
  missing_destination: validation(
    'No account is known to send the money back to: give one as destination.',
    'Send `destination` with the bank, the number and the holder of an account.',
  ),
  payment_not_refundable: validation(
    'Only a payment that has succeeded can be refunded.',
    'Read the payment, and refund it once its `status` is `succeeded`.',
  ),
  refund_exceeds_remaining: validation(
    'The refund is more than what is left of the payment.',
    'Refund at most what was received less what was refunded; without `amount`, all of that.',
  ),
  refund_window_passed: validation(
    'A payment can be refunded for 365 days.',
    'Pay the customer by a withdrawal instead.',
  ),
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'The API key is missing, unknown or revoked.',
    remedy: 'Send `Authorization: Bearer <key>` with a key that is in use and of this deployment.',
  },
  permission_denied: {
    status: 403,
    type: 'permission_error',
    message: 'This API key may not be used for that.',
    remedy: 'Use a key with the permission that the message names; keys are made on the dashboard.',
  },
  merchant_disabled: {
    status: 403,
    type: 'permission_error',
    message: 'This merchant is disabled and cannot create anything.',
    remedy:
      'Ask whoever runs this gateway. Reading still works, and money under way still arrives.',
  },
  misdirected_request: {
    status: 421,
    type: 'validation_error',
    message: 'This page is not served under the host name of the request.',
    remedy: 'Open the page under the address in `PUBLIC_URL`; a proxy must pass `Host` unchanged.',
  },
  signed_out: {
    status: 401,
    type: 'authentication_error',
    message: 'Nobody is signed in.',
    remedy: 'Sign in, and ask again.',
  },
  wrong_credentials: {
    status: 403,
    type: 'authentication_error',
    message: 'The e-mail address and the password do not belong together.',
    remedy: 'Check both, or set a new password by mail.',
  },
  not_permitted: {
    status: 403,
    type: 'permission_error',
    message: 'Your role does not allow this.',
    remedy: 'Ask an owner of the merchant.',
  },
  cross_site: {
    status: 403,
    type: 'permission_error',
    message: 'The form is not one of this page, or it is too old.',
    remedy: 'Open the page anew and send its form.',
  },
  insufficient_funds: {
    status: 403,
    type: 'payment_error',
    message: 'The available balance is too small.',
    remedy: 'Read the balance; ask for less, or again once more has come in.',
  },
  payout_limit_exceeded: {
    status: 403,
    type: 'payment_error',
    message: 'This is more than may leave the balance today.',
    remedy:
      'Ask for less, or again on the next day in Bangkok; whoever runs this can raise it. ' +
      'After a limit was lifted or an operator added an owner nothing may leave for 24 hours: ' +
      'the message and `Retry-After` say until when.',
  },
  not_found: notFound(
    'path',
    'Compare the path with this description; ids have only `a-z 0-9 _ -`.',
  ),
  order_not_found: notFound('order', 'Use the `orderId` of its creation, with the same key.'),
  payment_not_found: notFound(
    'payment',
    'Use the `payment_id` of its creation, with the same key.',
  ),
  page_not_found: notFound('payment page', 'Use the `url` of the deposit as it is.'),
  refund_not_found: notFound('refund', 'Use the `refund_id` of its creation, with the same key.'),
  qr_code_not_found: notFound('QR code', 'Use the `qr_image_url` of the QR code as it is.'),
  webhook_not_found: notFound('webhook', 'List your webhooks; this one may have been deleted.'),
  delivery_not_found: notFound('delivery', 'List the deliveries of the webhook.'),
  event_not_found: notFound('event', 'List your events; they are kept for 90 days.'),
  merchant_not_found: notFound('merchant', 'Choose one of those that you work for.'),
  member_not_found: notFound('member', 'Look at the team again: it has changed.'),
  invitation_not_found: notFound('invitation', 'Look at the team again: it has changed.'),
  exception_not_found: notFound('exception', 'Look at the exceptions again.'),
  session_not_found: notFound('session', 'Look at the sessions again: it has ended.'),
  request_not_found: notFound('request', 'It may be too old: look at the latest ones.'),
  key_not_found: notFound('API key', 'Look at the keys again: it has been revoked.'),
  replay_not_found: notFound('replay', 'Use the `replay_id` that began it, with the same key.'),
  method_not_allowed: {
    status: 405,
    type: 'validation_error',
    message: 'This path does not answer that method.',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    message: 'This idempotency key was used with another request.',
    remedy: 'Take a new key for a new request; repeat a request without any change.',
  },
  state_conflict: {
    status: 409,
    type: 'conflict_error',
    message: 'The state of the object does not allow this.',
    remedy: 'Read the object: what you ask for is done already, or cannot be done any more.',
  },
  member_already: {
    status: 409,
    type: 'conflict_error',
    message: 'This address belongs to a member of the team.',
    remedy: 'Change the role of the member instead.',
  },
  last_owner: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant needs at least one owner.',
    remedy: 'Make somebody else an owner first.',
  },
  last_admin: {
    status: 409,
    type: 'conflict_error',
    message: 'The console needs at least one admin.',
    remedy: 'Make another operator an admin first.',
  },
  too_many_keys: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 50 API keys.',
    remedy: 'Revoke one that is no longer used.',
  },
  too_many_to_replay: {
    status: 409,
    type: 'conflict_error',
    message: 'More than 10,000 events are too many to replay at once: choose a shorter time.',
    remedy: 'Choose a later `since` or an earlier `until`.',
  },
  too_many_webhooks: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 16 webhooks.',
    remedy: 'Delete one that you no longer need.',
  },
  qr_code_expired: {
    status: 410,
    type: 'not_found_error',
    message: 'This QR code can no longer be paid.',
    remedy: 'Read the payment; if it was not paid, generate a new QR code.',
  },
  link_expired: {
    status: 410,
    type: 'not_found_error',
    message: 'This link has been used, is too old, or was never given out.',
    remedy: 'Ask for a new one.',
  },
  payload_too_large: validation(
    'The request body is too large.',
    'Send less: JSON of at most 256 KB, or of 6 MB where it carries a slip.',
    413,
  ),
  unsupported_media_type: validation(
    'The request body must be application/json.',
    'Set `Content-Type: application/json`, and do not compress the body.',
    415,
  ),
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
    remedy: 'Wait for as many seconds as `Retry-After` says, then send it again.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Something went wrong on our side. The request id finds it in our log.',
    remedy: 'Repeat it under the same idempotency key; if it stays, report the `request_id`.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service cannot take this request now. Try again.',
    remedy: 'Wait for `Retry-After`, then repeat it under the same idempotency key.',
  },
} as const satisfies Record<string, Row>;

export type ProblemCode = keyof typeof problems;

/** Rows that share a code on the wire with a row of another status or message. */
const wireCodes: Partial<Record<ProblemCode, string>> = {
  amount_out_of_range: 'invalid_amount',
  foreign_currency: 'invalid_currency',
  too_many_webhooks: 'state_conflict',
  too_many_to_replay: 'state_conflict',
};

/** What is said of a problem by its code and status as a caller reads them; null for no such. */
export function problemOnTheWire(
  code: string,
  status: number,
): { readonly message: string; readonly remedy: string } | null {
  const codes = Object.keys(problems) as ProblemCode[];
  const found = codes.find(
    (name) => (wireCodes[name] ?? name) === code && problems[name].status === status,
  );
  return found === undefined ? null : problems[found];
}

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
