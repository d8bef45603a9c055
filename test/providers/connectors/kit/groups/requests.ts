import type { Check, Group } from '../check';
import { performAt } from '../perform';
import type { Exchange, Received } from '../subject';

export const requests: Group = {
  title: 'requests',
  checks: (kit) =>
    kit.subject.cases.map((one): Check => ({
      title: `the requests of "${one.title}" equal those of ${one.source}`,
      async run() {
        const { received } = await performAt(kit, one.call, one);
        const seen = received.map((request, at) => shownAs(request, one.exchanges[at]));
        const expected = one.exchanges.filter(({ isFallback }) => isFallback !== true);
        expect(seen).toEqual(expected.map(expectedOf));
      },
    })),
};

const expectedOf = ({ method, path, query = {}, headers = {}, body = null }: Exchange) => ({
  method,
  path,
  query,
  headers,
  body,
});

/** With the headers that the exchange names. */
function shownAs({ method, path, query, headers, body }: Received, expected?: Exchange) {
  const names = Object.keys(expected?.headers ?? {});
  const named = Object.fromEntries(names.map((name) => [name, headers[name]]));
  return { method, path, query, headers: named, body };
}
