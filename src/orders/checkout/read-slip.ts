import { Problem } from '../../kernel/rules/problem';

export interface SlipImage {
  readonly bytes: Buffer;
  /** As the browser declares it; null if it does not. */
  readonly declaredType: string | null;
}

/** Throws Problem `missing_parameter` without a picture. */
export async function readSlip(form: FormData): Promise<SlipImage> {
  const file = form.get('slip');
  if (file === null || typeof file === 'string' || file.size === 0) {
    throw new Problem('missing_parameter', { param: 'slip', message: 'slip is required.' });
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  return { bytes, declaredType: file.type === '' ? null : file.type };
}
