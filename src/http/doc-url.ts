export const docUrlOf = (publicUrl: string, code: string): string =>
  `${publicUrl}/docs/errors#error-${code}`;
