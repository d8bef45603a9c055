import { z } from 'zod';
import { MOVEMENT_MAX_SATANG } from '../../ledger/rules/movement';

/** For providers that state satang, as Omise and Stripe do; 0 included. */
export const satang = z.int().nonnegative().max(MOVEMENT_MAX_SATANG);
