import { Saphan } from '../../client/src';
import { operations } from '../../client/src/operations';
import { operationsOf } from '../../src/app';

const ofMerchants = operationsOf({ mode: 'sandbox' }).filter(({ auth }) => auth === 'merchant');

const inputOf = ({ body, query }: { readonly body?: unknown; readonly query?: unknown }) => {
  if (body !== undefined) return 'body';
  return query === undefined ? null : 'query';
};

it('are those that the API has for merchants, called as the API wants them', () => {
  const expected = ofMerchants.map((operation) => {
    const { name, method, path } = operation;
    return [name, { method, path, input: inputOf(operation) }];
  });
  expect(operations).toEqual(Object.fromEntries(expected));
});

it('can be gone through where they are lists with a cursor', () => {
  const saphan = new Saphan({ apiKey: 'sk_test_none' });
  const lists = ofMerchants.filter(
    ({ name, query }) => name.startsWith('list') && query !== undefined,
  );
  const iterators = lists.map(({ name }) => name.charAt(4).toLowerCase() + name.slice(5));
  expect(iterators.length).toBeGreaterThan(0);
  for (const name of iterators) expect(saphan).toHaveProperty(name, expect.any(Function));
});
