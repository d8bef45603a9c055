import { badRequest } from './errors';

export type Body = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A non-empty text. */
export function textIn(body: Body, name: string, code: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw badRequest(code, `${name} can't be blank`);
  return value;
}

/** A whole number of satang within the limits. */
export function amountIn(body: Body, code: string, min: number, max: number): number {
  const { amount } = body;
  if (typeof amount !== 'number' || !Number.isInteger(amount)) {
    throw badRequest(code, 'amount must be an integer');
  }
  if (amount < min) {
    throw badRequest(code, `amount must be greater than or equal to ${min} (thb subunits)`);
  }
  if (amount > max) {
    throw badRequest(code, `amount must be less than or equal to ${max} (thb subunits)`);
  }
  return amount;
}

/** An object of at most 15 KiB; empty when missing. */
export function metadataIn(body: Body): Body {
  const { metadata = {} } = body;
  if (!isObject(metadata) || JSON.stringify(metadata).length > 15_360) {
    throw badRequest('bad_request', 'metadata is invalid');
  }
  return metadata;
}

/** One or two addresses; none when missing. */
export function endpointsIn(body: Body): string[] {
  const { webhook_endpoints: endpoints = [] } = body;
  const isValid =
    Array.isArray(endpoints) &&
    endpoints.length <= 2 &&
    endpoints.every((url) => typeof url === 'string' && /^https?:/.test(url) && URL.canParse(url));
  if (!isValid) throw badRequest('bad_request', 'webhook_endpoints is invalid');
  return endpoints as string[];
}
