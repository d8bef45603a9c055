/** A path that begins with `from` is routed as if it began with `to`. */
const aliases = [
  { from: '/Thai/v1/', to: '/Thai/v1/' },
  { from: '/Thai/', to: '/Thai/v1/' },
  { from: '/v1/', to: '/Thai/v1/' },
] as const;

export function otherPaths(path: string): string[] {
  const canonical = canonicalPath(path);
  return aliases
    .filter(({ to }) => canonical.startsWith(to))
    .map(({ from, to }) => `${from}${canonical.slice(to.length)}`)
    .filter((other) => other !== path);
}

/** Routes are declared with the canonical form. */
export function canonicalPath(path: string): string {
  for (const { from, to } of aliases) {
    if (path.startsWith(from)) return from === to ? path : `${to}${path.slice(from.length)}`;
  }
  return path;
}
