import { z } from 'zod';
import type { Proof } from '../../../people/confirm-factor';
import { CODE, CREDENTIAL } from './view';

export const proofFields = z.object({
  [CODE]: z.string().max(40).default(''),
  [CREDENTIAL]: z.string().max(20_000).default(''),
});

/** The browser sends a credential for a passkey and leaves the code empty. */
export const proofIn = (fields: z.output<typeof proofFields>): Proof =>
  fields[CREDENTIAL] === ''
    ? { kind: 'code', text: fields[CODE] }
    : { kind: 'passkey', credential: fields[CREDENTIAL] };
