import { z } from 'zod';
import type { Proof } from '../../../application/accounts/confirm-factor';
import { CODE, CREDENTIAL } from './view';

/** The fields of a form that asks for a second factor. */
export const proofFields = z.object({
  [CODE]: z.string().max(40).default(''),
  [CREDENTIAL]: z.string().max(20_000).default(''),
});

/** The code field is empty where the browser answers for a passkey. */
export const proofIn = (fields: z.output<typeof proofFields>): Proof =>
  fields[CREDENTIAL] === ''
    ? { kind: 'code', text: fields[CODE] }
    : { kind: 'passkey', credential: fields[CREDENTIAL] };
