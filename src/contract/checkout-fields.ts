import { z } from 'zod';
import { filledLine, says } from './fields';

const RETURN_URL_LENGTH_MAX = 2_048;
const ORDER_TEXT_LENGTH_MAX = 140;

export const orderText = filledLine(ORDER_TEXT_LENGTH_MAX).meta({
  description: 'What is paid for, on one line. Anyone with the link of the checkout sees it.',
});

/** `code`: the bank-transfer API has no 422, the status of `invalid_url`. */
export function returnUrl(code: 'invalid_url' | 'invalid_request') {
  const rule = says(code, 'must be an absolute https URL without a user name');
  return z
    .string(rule)
    .max(RETURN_URL_LENGTH_MAX, rule)
    .refine(isPlainUrl, rule)
    .meta({
      format: 'uri',
      description:
        'Where the checkout leads the payer back to, with the query parameter `payment_id`. ' +
        'https; http in a sandbox only. Reaching it proves no payment: wait for the webhook. A ' +
        'token payment without it is declined when its payer must authenticate.',
    });
}

/**
 * `URL` removes tabs and line breaks, and adds the slashes that a text lacks: such a text differs
 * from the URL that it parses to.
 */
function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text) || /[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)) return false;
  const host = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  return host !== undefined && !host.includes('@');
}
