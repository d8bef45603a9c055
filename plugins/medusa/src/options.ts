import { MedusaError } from '@medusajs/utils';

/** The options of the provider in `medusa-config.ts`. */
export interface SaphanProviderOptions {
  /** An API key with `payments:write` and `refunds:write`. */
  readonly apiKey: string;
  /** The secret of the webhook that leads to Medusa. */
  readonly webhookSecret: string;
  /** The gateway's URL; required with a live key. */
  readonly baseUrl?: string;
  /** Where the checkout leads back to; https. */
  readonly returnUrl?: string;
  /**
   * The name of this shop. Shops that share an account of the gateway need different names: each
   * ignores the payments of the others.
   */
  readonly shop?: string;
  /** Minutes until a code expires: 1 to 1440, 15 by default. */
  readonly expiryMinutes?: number;
}

export const DEFAULT_SHOP = 'medusa';

/** Throws MedusaError that names the option and never its value, which may be a secret. */
export function checkOptions(options: Readonly<Record<string, unknown>>): void {
  for (const name of ['apiKey', 'webhookSecret']) {
    if (typeof options[name] !== 'string' || options[name] === '') {
      throw invalid(`The option ${name} of the Saphan payment provider is missing.`);
    }
  }
  const { shop = DEFAULT_SHOP } = options;
  if (typeof shop !== 'string' || !/^[\w.-]{1,64}$/.test(shop)) {
    throw invalid('The option shop must be 1 to 64 letters, digits, ".", "-" and "_".');
  }
}

export const invalid = (message: string): MedusaError =>
  new MedusaError(MedusaError.Types.INVALID_DATA, message);

export const notAllowed = (message: string): MedusaError =>
  new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
