/**
 * Every error that the gateway returns to a caller. All response formats are derived from this
 * table.
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
  /** For the API's description: what the caller can do about the error. */
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
    'Send one JSON object in UTF-8. An empty body is not valid.',
  ),
  invalid_request: validation(
    'The request is not valid.',
    'The message describes the error and `param` names the field. Correct the field and retry.',
  ),
  price_not_future: validation(
    'A price begins in the future, at a time of its own.',
    'Choose a later time, or leave it empty for now. No price is ever changed afterwards.',
    422,
  ),
  missing_parameter: validation(
    'A required parameter is missing.',
    'Send the field that `param` names. A value that consists only of spaces counts as missing.',
  ),
  invalid_parameters: validation(
    'A query parameter is not valid.',
    'Correct the parameter that `param` names. Pass `next_cursor` as `cursor` unchanged.',
  ),
  invalid_amount: validation(
    'The amount is not valid.',
    'Send a JSON number from 1 to 2,000,000 baht: an integer for QR codes, else up to 2 decimals.',
  ),
  amount_out_of_range: validation(
    'The amount is outside the accepted range.',
    'Send an amount from 1 to 2,000,000 baht. Split larger amounts.',
    422,
  ),
  invalid_currency: validation('Only THB is accepted.', 'Send `"currency": "THB"`.', 422),
  foreign_currency: validation(
    'Only THB is accepted.',
    'Send `"currency": "THB"` or omit it. Payments in other currencies are handled by an operator.',
  ),
  invalid_reference: validation(
    'The reference must be a string of at most 35 characters.',
    'Shorten it, or store longer text in `metadata`.',
  ),
  invalid_expiry: validation(
    'expiry_minutes must be a whole number from 1 to 1440.',
    'Send a whole number of minutes, at most 1440, or omit it for 15.',
  ),
  invalid_metadata: validation(
    'metadata must be an object of at most 16 KB and 8 levels.',
    'Send a smaller or flatter object, without NUL characters.',
  ),
  invalid_event: validation(
    'Unknown event name.',
    'Subscribe to at least one of the documented events, by its exact name.',
  ),
  invalid_image: validation(
    'The slip must be a JPEG, PNG, WebP or GIF image, in base64.',
    'Send the image as base64 or as a data URI. PDF is not supported.',
  ),
  slip_too_large: validation(
    'A slip image must not exceed 4 MiB.',
    'Scale the image down, keep its QR code readable, and send it again.',
  ),
  too_many_slips: validation(
    'An order can have at most 5 slips.',
    'Send no more slips for this order. The existing ones are still processed.',
  ),
  invalid_email: validation(
    'The email address is not valid.',
    'Send one address, for example `name@example.com`.',
  ),
  weak_password: validation(
    'The password is too easy to guess.',
    'Use at least 12 characters. Common passwords, patterns and your own address are rejected.',
  ),
  password_used_before: validation(
    'The password has been used before.',
    'Choose a password other than the current one and the four before it.',
  ),
  reason_too_short: validation(
    'The reason is too short.',
    'Enter at least 10 characters: what you checked, and where.',
  ),
  invalid_status: validation(
    'The status is not valid.',
    'Send `success`, `succeeded`, `1001`, `paid`, `failed`, `declined`, `rejected` or `cancelled`.',
  ),
  invalid_idempotency_key: validation(
    'An idempotency key must be sent once and have 1 to 255 characters.',
    'Send one `Idempotency-Key` of printable ASCII characters. A key in the body must equal it.',
  ),
  invalid_url: validation(
    'The URL is not valid, not public, or not reachable.',
    'Use a public https URL that responds to a POST within 5 seconds, with any status.',
    422,
  ),
  missing_destination: validation(
    'The account to refund is unknown: send `destination`.',
    'Send `destination` with the bank, account number and account holder.',
  ),
  payment_not_refundable: validation(
    'Only a succeeded payment can be refunded.',
    'Refund the payment after its `status` is `succeeded`.',
  ),
  refund_exceeds_remaining: validation(
    'The refund exceeds the remaining amount of the payment.',
    'Refund at most `amount_received` minus `amount_refunded`. Omit `amount` to refund all of it.',
  ),
  destination_not_supported: validation(
    'The provider refunds this payment to its payer: omit `destination`.',
    'Omit `destination` when `refund_method` of the payment is `native`.',
  ),
  partial_refund_not_supported: validation(
    'The provider refunds this payment only in full.',
    'Omit `amount`. Pay the customer a part with a withdrawal instead.',
  ),
  refund_window_passed: validation(
    'A payment can be refunded only within 365 days after it succeeded.',
    'Pay the customer with a withdrawal instead.',
  ),
  unauthorized: {
    status: 401,
    type: 'authentication_error',
    message: 'The API key is missing, unknown, expired or revoked.',
    remedy: 'Send `Authorization: Bearer <key>` with an active key of this deployment.',
  },
  invalid_signature: {
    status: 401,
    type: 'authentication_error',
    message: 'The signature of the request is missing or not valid.',
    remedy: 'Sign each attempt anew with the secret of the key, over exactly the bytes you send.',
  },
  permission_denied: {
    status: 403,
    type: 'permission_error',
    message: 'This API key does not have the required permission.',
    remedy: 'Use a key with the permission in the message. Create keys on the dashboard.',
  },
  address_denied: {
    status: 403,
    type: 'permission_error',
    message: 'This API key is not accepted from your address.',
    remedy: 'Send the request from an address of the key’s list, or change the list.',
  },
  merchant_disabled: {
    status: 403,
    type: 'permission_error',
    message: 'This merchant is disabled and cannot create anything.',
    remedy: 'Contact the operator of this gateway. Reads work, and pending orders are completed.',
  },
  business_unverified: {
    status: 403,
    type: 'permission_error',
    message: 'An operator has not verified the names of this business yet.',
    remedy: 'Complete the business settings on the dashboard and contact the operator.',
  },
  misdirected_request: {
    status: 421,
    type: 'validation_error',
    message: 'This page is not served under this host name.',
    remedy: 'Open the page at `PUBLIC_URL`. A proxy must forward `Host` unchanged.',
  },
  signed_out: {
    status: 401,
    type: 'authentication_error',
    message: 'You are not signed in.',
    remedy: 'Sign in and try again.',
  },
  wrong_credentials: {
    status: 403,
    type: 'authentication_error',
    message: 'Incorrect email or password.',
    remedy: 'Check both, or reset your password by email.',
  },
  wrong_factor: {
    status: 403,
    type: 'authentication_error',
    message: 'The second factor was not confirmed.',
    remedy: 'Enter the current code of the authenticator app, or an unused recovery code.',
  },
  code_used: {
    status: 403,
    type: 'authentication_error',
    message: 'This code has been used.',
    remedy: 'Wait for the next code of the authenticator app.',
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
    message: 'The form has expired or was not sent from this site.',
    remedy: 'Reload the page and submit the form again.',
  },
  own_proposal: {
    status: 403,
    type: 'permission_error',
    message: 'Another person has to approve this: you proposed it, or made the key that did.',
    remedy: 'Ask another owner or approver of the team to decide.',
  },
  insufficient_funds: {
    status: 403,
    type: 'payment_error',
    message: 'Insufficient available balance.',
    remedy:
      'Check the balance. Send a smaller amount, or retry after more money has been received.',
  },
  payout_limit_exceeded: {
    status: 403,
    type: 'payment_error',
    message: 'The daily payout limit is exceeded.',
    remedy:
      'Send a smaller amount, or retry tomorrow (Bangkok time). An operator can raise the limit. ' +
      'Payouts are on hold for 24 hours after a limit was raised or an operator added an owner: ' +
      '`Retry-After` has the remaining time.',
  },
  not_found: notFound('path', 'Compare the path with this document. IDs consist of `a-z 0-9 _ -`.'),
  order_not_found: notFound(
    'order',
    'Use the `orderId` of the creation response and a key of the same merchant.',
  ),
  payment_not_found: notFound(
    'payment',
    'Use the `payment_id` of the creation response and a key of the same merchant.',
  ),
  page_not_found: notFound('payment page', 'Use the `url` of the deposit unchanged.'),
  payment_link_not_found: notFound(
    'payment link',
    'Use the `payment_link_id` of the creation response and a key of the same merchant.',
  ),
  monthly_mail_not_found: notFound(
    'monthly mail',
    'Use the `monthly_mail_id` of the creation response and a key of the same merchant.',
  ),
  refund_not_found: notFound(
    'refund',
    'Use the `refund_id` of the creation response and a key of the same merchant.',
  ),
  qr_code_not_found: notFound('QR code', 'Use the `qr_image_url` of the QR code unchanged.'),
  webhook_not_found: notFound('webhook', 'List your webhooks. This one may have been deleted.'),
  delivery_not_found: notFound('delivery', 'List the deliveries of the webhook.'),
  event_not_found: notFound('event', 'List your events. Events are kept for 90 days.'),
  merchant_not_found: notFound('merchant', 'Choose a merchant you are a member of.'),
  member_not_found: notFound('member', 'Reload the team page.'),
  invitation_not_found: notFound('invitation', 'Reload the team page.'),
  exception_not_found: notFound('exception', 'Reload the list of exceptions.'),
  factor_not_found: notFound('authenticator', 'Reload the security page.'),
  session_not_found: notFound('session', 'Reload the list of sessions: this one has ended.'),
  request_not_found: notFound(
    'request',
    'Requests are logged for 7 days. List the latest requests.',
  ),
  key_not_found: notFound('API key', 'Reload the list of keys: this one has been revoked.'),
  provider_account_not_found: notFound('provider account', 'Reload the list of provider accounts.'),
  approval_not_found: notFound('approval', 'Reload the list of approvals.'),
  replay_not_found: notFound(
    'replay',
    'Use the `replay_id` of the creation response and a key of the same merchant.',
  ),
  method_not_allowed: {
    status: 405,
    type: 'validation_error',
    message: 'This path does not support the method.',
    remedy: 'Use a method of the `Allow` header.',
  },
  idempotency_key_reused: {
    status: 409,
    type: 'conflict_error',
    message: 'This idempotency key was used with a different request.',
    remedy: 'Use a new key for a new request. Repeat a request unchanged.',
  },
  approval_ended: {
    status: 409,
    type: 'conflict_error',
    message: 'This approval has been decided or has expired.',
    remedy: 'Reload the list of approvals.',
  },
  too_few_approvers: {
    status: 409,
    type: 'conflict_error',
    message: 'Approvals need at least two people who are owners or approvers.',
    remedy: 'Invite another owner or an approver first.',
  },
  bank_reference_used: {
    status: 409,
    type: 'conflict_error',
    message: 'This bank reference belongs to another transfer.',
    remedy: 'Compare the reference with the bank statement, and enter the one of this transfer.',
  },
  state_conflict: {
    status: 409,
    type: 'conflict_error',
    message: 'The state of the object does not allow this.',
    remedy: 'Read the object: the operation was already performed or is no longer possible.',
  },
  payment_link_closed: {
    status: 409,
    type: 'conflict_error',
    message: 'The payment link takes no payments now.',
    remedy: 'Open the page of the link: it says why.',
  },
  member_already: {
    status: 409,
    type: 'conflict_error',
    message: 'This address already belongs to a team member.',
    remedy: "Change the member's role instead.",
  },
  last_owner: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant needs at least one owner.',
    remedy: 'Make another member an owner first.',
  },
  last_admin: {
    status: 409,
    type: 'conflict_error',
    message: 'The console needs at least one admin.',
    remedy: 'Make another operator an admin first.',
  },
  new_factor: {
    status: 403,
    type: 'permission_error',
    message: 'An authenticator or a recovery code removes nothing within its first 24 hours.',
    remedy: 'Confirm with an older one, or wait.',
  },
  last_factor: {
    status: 409,
    type: 'conflict_error',
    message: 'Your role needs at least one authenticator.',
    remedy: 'Add another authenticator first.',
  },
  member_elsewhere: {
    status: 409,
    type: 'conflict_error',
    message: 'This person is also a member of another merchant.',
    remedy: 'Ask the operator of this gateway to reset the second factor.',
  },
  invalid_addresses: validation(
    'The list must have at most 20 IP addresses or CIDR blocks.',
    'Enter addresses such as 203.0.113.7 or blocks such as 203.0.113.0/24 and 2001:db8::/48.',
  ),
  invalid_payees: validation(
    'The list must have at most 50 accounts, each as bank: number.',
    'Enter accounts such as `KBANK: 123-4-56789-0`, with 6 to 15 digits.',
  ),
  invalid_key_expiry: validation(
    'The lifetime of the key is not valid.',
    'Choose a number of days up to the maximum in the message.',
  ),
  too_many_keys: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 50 API keys.',
    remedy: 'Revoke an unused key.',
  },
  too_many_accounts: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 10 provider accounts.',
    remedy: 'Change an account that is off.',
  },
  merchant_has_orders: {
    status: 409,
    type: 'conflict_error',
    message: 'The merchant has orders on provider accounts of the platform.',
    remedy: 'Open another merchant for contracts of its own.',
  },
  too_many_to_replay: {
    status: 409,
    type: 'conflict_error',
    message: 'A replay is limited to 10,000 events: choose a shorter period.',
    remedy: 'Choose a later `since` or an earlier `until`.',
  },
  too_many_webhooks: {
    status: 409,
    type: 'conflict_error',
    message: 'A merchant can have at most 16 webhooks.',
    remedy: 'Delete an unused webhook.',
  },
  qr_code_expired: {
    status: 410,
    type: 'not_found_error',
    message: 'This QR code can no longer be paid.',
    remedy: 'Read the payment. If it was not paid, create a new QR code.',
  },
  link_expired: {
    status: 410,
    type: 'not_found_error',
    message: 'This link has been used, has expired, or is invalid.',
    remedy: 'Request a new link.',
  },
  payload_too_large: validation(
    'The request body is too large.',
    'Send at most 256 KB of JSON, or 6 MB for a slip.',
    413,
  ),
  unsupported_media_type: validation(
    'The request body must be application/json.',
    'Send `Content-Type: application/json` and an uncompressed body.',
    415,
  ),
  rate_limit_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'Too many requests.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  open_orders_exceeded: {
    status: 429,
    type: 'rate_limit_error',
    message: 'The merchant has its maximum number of pending payments and deposits.',
    remedy: 'Retry when one is paid or has expired, or expire one. Set a shorter `expiry_minutes`.',
  },
  internal_error: {
    status: 500,
    type: 'api_error',
    message: 'Internal error. Report the request ID to the operator.',
    remedy: 'Retry with the same idempotency key. If the error persists, report the `request_id`.',
  },
  qr_code_refused: {
    status: 422,
    type: 'payment_error',
    message: 'The provider refused the QR code.',
    remedy: 'The message has the provider’s code and reason. The payment has failed.',
  },
  provider_unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The payment provider did not issue the QR code. Try again.',
    remedy:
      'Retry after `Retry-After` seconds with the same idempotency key: an order has one code.',
  },
  unavailable: {
    status: 503,
    type: 'api_error',
    message: 'The service is temporarily unavailable. Try again.',
    remedy: 'Retry after `Retry-After` seconds with the same idempotency key.',
  },
} as const satisfies Record<string, Row>;

export type ProblemCode = keyof typeof problems;

/** The public code where it is that of another problem. */
const wireCodes: Partial<Record<ProblemCode, string>> = {
  amount_out_of_range: 'invalid_amount',
  foreign_currency: 'invalid_currency',
  address_denied: 'permission_denied',
  too_many_webhooks: 'state_conflict',
  too_many_to_replay: 'state_conflict',
};

/** Null if there is no such problem. */
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
  /** The wire name of the invalid parameter. */
  readonly param?: string;
  /** More specific than the table's. */
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error to return to the caller. Any other thrown error becomes a 500. */
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

/** The value. Throws the Problem in place of null and undefined. */
export function orProblem<T>(value: T, code: ProblemCode): NonNullable<T> {
  if (value === null || value === undefined) throw new Problem(code);
  return value;
}
