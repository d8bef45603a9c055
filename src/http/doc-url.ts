/** The anchor of an error code on the documentation page. */
export const anchorOf = (code: string): string => `error-${code}`;

/** Where an error code is documented. */
export const docUrlOf = (publicUrl: string, code: string): string =>
  `${publicUrl}/docs#${anchorOf(code)}`;
