import { Problem } from '../../domain/problem';

export interface SlipImage {
  readonly bytes: Buffer;
  /** The media type that the browser declares. */
  readonly declaredType: string | null;
}

/** The picture in the form. Throws Problem `missing_parameter` without one. */
export async function readSlip(form: FormData): Promise<SlipImage> {
  const file = form.get('slip');
  if (file === null || typeof file === 'string' || file.size === 0) {
    throw new Problem('missing_parameter', { param: 'slip', message: 'slip is required.' });
  }
  const bytes = Buffer.from(await file.arrayBuffer());
  return { bytes, declaredType: file.type === '' ? null : file.type };
}
