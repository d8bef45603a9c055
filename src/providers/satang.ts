import { z } from 'zod';
import { MOVEMENT_MAX_SATANG } from '../domain/movement';

/** An amount of a provider that states satang, as Omise and Stripe do; 0 included. */
export const satang = z.int().nonnegative().max(MOVEMENT_MAX_SATANG);
