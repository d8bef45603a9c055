/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly body: object;
}

export const ok = (body: object): Answer => ({ status: 200, body });

/** An error in Stripe's form, thrown by a route. */
export class StripeError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    readonly code: string,
    message: string,
    readonly details: object = {},
  ) {
    super(message);
    this.name = 'StripeError';
  }

  get answer(): Answer {
    const { type, code, message, details } = this;
    return { status: this.status, body: { error: { type, code, message, ...details } } };
  }
}

export const invalid = (code: string, message: string): StripeError =>
  new StripeError(400, 'invalid_request_error', code, message);

export const missing = (id: string): StripeError =>
  new StripeError(404, 'invalid_request_error', 'resource_missing', `No such object: '${id}'`);
