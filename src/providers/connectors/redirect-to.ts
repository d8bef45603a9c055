import type { NextAction } from '../../platform/observe/request-subject';

const URL_LENGTH_MAX = 5_000;

/** The page on which the payer authenticates a charge. Empty without a web address. */
export function redirectTo(url: string | null | undefined): { readonly nextAction?: NextAction } {
  const { protocol } = URL.parse(url ?? '') ?? {};
  const isPage = protocol === 'https:' || protocol === 'http:';
  if (!url || !isPage || url.length > URL_LENGTH_MAX) return {};
  return { nextAction: { type: 'redirect', url } };
}
