import * as callbacks from '../../db/orders/refused-callbacks';
import type { ListedRefusal } from '../../db/orders/refused-callbacks';
import type { Deps } from '../deps';

export type { ListedRefusal };

/** Of all providers, newest first. */
export const listRefusedCallbacks = (
  { db }: Pick<Deps, 'db'>,
  asked: Parameters<typeof callbacks.listRefusedCallbacks>[1],
): ReturnType<typeof callbacks.listRefusedCallbacks> => callbacks.listRefusedCallbacks(db, asked);
