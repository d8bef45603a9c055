import { Saphan } from '../../client/src';
import { operations } from '../../client/src/operations';
import { operationsOf } from '../../src/app';

const ofMerchants = operationsOf({ mode: 'sandbox' }).filter(({ auth }) => auth === 'merchant');

const inputOf = ({ body, query }: { readonly body?: unknown; readonly query?: unknown }) => {
  if (body !== undefined) return 'body';
  return query === undefined ? null : 'query';
};

it('the operations of the client equal those of the API in path, method and input', () => {
  const expected = ofMerchants.map((operation) => {
    const { name, method, path } = operation;
    return [name, { method, path, input: inputOf(operation) }];
  });
  expect(operations).toEqual(Object.fromEntries(expected));
});

it('every list with a cursor has an iterator', () => {
  const saphan = new Saphan({ apiKey: 'sk_test_none' });
  const lists = ofMerchants.filter(
    ({ name, query }) => name.startsWith('list') && query !== undefined,
  );
  const iterators = lists.map(({ name }) => name.charAt(4).toLowerCase() + name.slice(5));
  expect(iterators.length).toBeGreaterThan(0);
  for (const name of iterators) expect(saphan).toHaveProperty(name, expect.any(Function));
});
