/** What the barest API and the barest worker agree on. */
export const BAREST_QUEUE = 'barest';
export const BAREST_NAMESPACE = 'default';
export const paid = 'paid';
