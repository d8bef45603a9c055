/** SQLSTATE classes 22 and 23 blame a row: data exceptions and broken constraints. */
export function blamesRow(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' && /^2[23]/.test(code);
}
