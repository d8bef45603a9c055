import { z } from 'zod';
import { isBearerOf } from '../../lib/bearer';
import type { Connector } from '../connector';
import { readCallback, readPayer } from './callback';
import { createGenericClient } from './client';

const settings = z.object({
  url: z.url(),
  /** The first authenticates our requests; each of them authenticates a callback. */
  keys: z.array(z.string()).readonly(),
});

/**
 * A JSON API under a shared bearer key, in both directions: client.ts has its requests, callback.ts
 * its callbacks.
 */
export const generic: Connector<z.output<typeof settings>> = {
  name: 'generic',
  traits: {
    qr: 'own',
    callback: 'proof',
    idempotent: { payout: true, refund: true, charge: true },
  },
  settings,
  connect({ url, keys: [key] }) {
    if (key === undefined) throw new Error('the provider account has no key');
    return createGenericClient({ url, key });
  },
  verifyCallback: ({ headers }, { keys }) => isBearerOf(keys, headers.authorization),
  readCallback,
  readPayer,
};
