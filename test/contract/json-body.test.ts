import { LONG_INTEGER, parseJsonObject } from '../../src/contract/json-body';

const read = (text: string) => parseJsonObject(Buffer.from(text))['n'];

describe('a number', () => {
  it.each([
    ['9007199254740991', 9007199254740991],
    ['580161234567890000', 580161234567890000],
    ['0.1', 0.1],
    ['1e23', 1e23],
    ['100.0000000000000000', 100],
    ['1000000000000000000000', 1e21],
    ['12345678901234560e-1', 1234567890123456],
    ['-1234567890123456', -1234567890123456],
  ])('%s is read exactly', (text, number) => {
    expect(read(`{"n":${text}}`)).toBe(number);
  });

  it.each([
    ['580161234567890123', LONG_INTEGER],
    ['9007199254740993', LONG_INTEGER],
    ['-9007199254740993', -LONG_INTEGER],
    ['100.00000000000000001', Infinity],
    ['0.12345678901234567890', Infinity],
    ['1.0000000000000000001e2', Infinity],
  ])('%s, which a double cannot represent, is beyond every range', (text, number) => {
    expect(read(`{"n":${text}}`)).toBe(number);
    expect(read(`{"a":"é","n":${text},"b":[1]}`)).toBe(number);
  });

  it('in a string stays text', () => {
    const text = String.raw`"\"580161234567890123\\"`;
    expect(read(`{"n":${text},"m":580161234567890123}`)).toBe('"580161234567890123\\');
  });
});

it('a byte order mark is ignored, once and at the start only', () => {
  expect(read('\uFEFF{"n":1}')).toBe(1);
  expect(() => read('\uFEFF\uFEFF{"n":1}')).toThrow();
  expect(() => read('{"n":\uFEFF1}')).toThrow();
});
