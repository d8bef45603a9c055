import { Problem } from '../kernel/rules/problem';
import type { Deps } from '../deps';

const SEALED_AS = 'checkouts.return_url';

/** What a creation adds for the checkout. */
export interface CheckoutRequest {
  readonly description?: string | null;
  readonly returnUrl?: string | null;
}

/** Throws a Problem of the code for a return URL of http outside of a sandbox. */
export const checkoutDetails = (
  deps: Pick<Deps, 'config' | 'vault'>,
  { description = null, returnUrl }: CheckoutRequest,
  code: 'invalid_url' | 'invalid_request',
) => ({ description, returnUrlSealed: sealReturnUrl(deps, returnUrl, code) });

function sealReturnUrl(
  { config, vault }: Pick<Deps, 'config' | 'vault'>,
  returnUrl: string | null | undefined,
  code: 'invalid_url' | 'invalid_request',
): string | null {
  if (returnUrl === null || returnUrl === undefined) return null;
  demandReturnUrl({ config }, returnUrl, code);
  return vault.seal(returnUrl, SEALED_AS);
}

/** Throws a Problem of the code for a URL of http outside of a sandbox. */
export function demandReturnUrl(
  { config }: Pick<Deps, 'config'>,
  returnUrl: string | null,
  code: 'invalid_url' | 'invalid_request',
): void {
  if (returnUrl === null || config.mode === 'sandbox') return;
  if (new URL(returnUrl).protocol === 'https:') return;
  const message = 'return_url must be an absolute https URL.';
  throw new Problem(code, { param: 'return_url', message });
}

export interface ReturnLink {
  readonly url: string;
  /** Shown to the payer; in ASCII, so that it imitates no other host. */
  readonly host: string;
}

/** Null without a URL, and once it was erased. */
export function openReturnLink(
  deps: Pick<Deps, 'vault'>,
  sealed: string | null,
  paymentId: string,
): ReturnLink | null {
  const url = openReturnUrl(deps, sealed);
  return url === null ? null : { url: withPayment(url, paymentId), host: new URL(url).host };
}

export const openReturnUrl = (
  { vault }: Pick<Deps, 'vault'>,
  sealed: string | null,
): string | null =>
  sealed === null ? null : (URL.parse(vault.open(sealed, SEALED_AS))?.href ?? null);

/** Leaves the shop's own parameters as they are. */
export function withPayment(returnUrl: string, paymentId: string): string {
  const url = new URL(returnUrl);
  url.search = `${url.search === '' ? '?' : `${url.search}&`}payment_id=${paymentId}`;
  return url.href;
}
