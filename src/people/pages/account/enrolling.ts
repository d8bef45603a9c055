import { z } from 'zod';
import type { Enrolling } from '../../enrol-factor';
import { CREDENTIAL } from '../../../pages/kit/step-up/view';

export const enrolFields = z.object({
  [CREDENTIAL]: z.string().max(20_000).default(''),
  enrolment: z.string().max(2_000).default(''),
  code: z.string().max(10).default(''),
});

export function enrollingIn(fields: z.output<typeof enrolFields>): Enrolling {
  const { enrolment: sealed, code, [CREDENTIAL]: credential } = fields;
  if (credential !== '') return { kind: 'passkey', sealed, credential };
  return { kind: 'totp', sealed, code };
}
