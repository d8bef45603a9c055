import { Problem } from '../../../kernel/rules/problem';
import { parseJsonObject } from '../../../contract/json-body';
import type { CallbackReading, RawCallback } from '../connector';

/** A result carries no proof: only its reference is read. JSON or a form. */
export function readCallback({ headers, body }: RawCallback): CallbackReading {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  const providerRef = isForm
    ? new URLSearchParams(body.toString('utf8')).get('referenceNo')
    : referenceInJson(body);
  if (typeof providerRef !== 'string') {
    const message = 'The body has no referenceNo.';
    return { kind: 'unreadable', problem: new Problem('invalid_request', { message }) };
  }
  if (!/^[0-9A-Z]{15}$/.test(providerRef)) return { kind: 'ignored', reason: 'other_reference' };
  return { kind: 'hint', about: { providerRef } };
}

function referenceInJson(body: Buffer): unknown {
  try {
    return parseJsonObject(body)['referenceNo'];
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
