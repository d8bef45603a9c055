/** Anchor on the documentation page. */
export const anchorOf = (code: string): string => `error-${code}`;

export const docUrlOf = (publicUrl: string, code: string): string =>
  `${publicUrl}/docs#${anchorOf(code)}`;
