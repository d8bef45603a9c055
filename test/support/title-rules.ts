/**
 * What is wrong with the title of a commit; an empty list when nothing is. A title is
 * `area: imperative`, in at most 72 columns (docs/style.md).
 */
export function titleFaults(title: string): string[] {
  const [, verb] = /^[a-z][a-z0-9-]*(?:, [a-z][a-z0-9-]*)*: ([a-z]+)[ -]/.exec(title) ?? [];
  return [
    ...(title.length > 72 ? [`has ${title.length} columns, 72 is the limit`] : []),
    ...(title.endsWith('.') ? ['ends with a period'] : []),
    ...(verb === undefined ? ['is not `area: imperative`'] : []),
    ...(verb !== undefined && isInflected(verb)
      ? [`starts with ${verb}, which is no imperative`]
      : []),
  ];
}

/** Imperatives that look like another form of a verb. */
const imperatives = new Set([
  'bring',
  'embed',
  'feed',
  'need',
  'pass',
  'press',
  'process',
  'speed',
]);

const isInflected = (verb: string): boolean =>
  !imperatives.has(verb) && /(?:ed|ing|[^sau]s)$/.test(verb);
