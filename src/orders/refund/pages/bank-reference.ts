import { z } from 'zod';
import { filled, says } from '../../../contract/fields';

/** As banks print it; compared with bank statements character by character. */
export const bankReference = filled(64).pipe(
  z.string().regex(/^[A-Za-z0-9][A-Za-z0-9/._-]{3,63}$/, says('invalid_request')),
);
