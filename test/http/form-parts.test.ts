import { hasFewParts } from '../../src/http/middleware/form-parts';
import { testDeposit } from '../support/gateway';
import { startApi } from './api';

const part = (name = 'slip', more = '') =>
  `Content-Disposition: form-data; name="${name}"; filename="a.gif"\r\n${more}\r\nGIF89a\r\n`;
const form = (...parts: readonly string[]) =>
  Buffer.from(`${parts.map((each) => `--x\r\n${each}`).join('')}--x--\r\n`, 'latin1');
const times = (count: number) => Array.from({ length: count }, () => part());
const plain = 'multipart/form-data; boundary=x';

describe('a form', () => {
  it.each([
    ['with one part', plain, form(part())],
    ['with sixteen parts', plain, form(...times(15))],
    ['without a part', plain, form()],
    ['with a long file name', plain, form(part('slip', `X: ${'y'.repeat(1_500)}\r\n`))],
    ['with a quoted boundary', 'multipart/form-data; boundary="x"', form(part())],
    ['in capitals', 'Multipart/Form-Data;Boundary=x ', form(part())],
  ])('is parsed %s', (_name, type, bytes) => {
    expect(hasFewParts(type, bytes)).toBe(true);
  });

  it.each([
    '----WebKitFormBoundary7MA4YWxkTrZu0gW',
    '---------------------------9051914041544843365972754266',
    '----geckoformboundaryb3d3cd2c3ba8ff1d4ff6d3f1b4b5a0a7',
    '------------------------d74496d66958873e',
    'Boundary+0xAbCdEf0123456789',
    '0f0e4c3a-3c1b-4a44-8a36-1d6d3c6a1f9c',
    '----formdata-undici-041592653589',
  ])('is parsed with the boundary of a browser or library: %s', (boundary) => {
    const bytes = Buffer.from(`--${boundary}\r\n${part()}--${boundary}--\r\n`);
    expect(hasFewParts(`multipart/form-data; boundary=${boundary}`, bytes)).toBe(true);
  });

  it.each([
    ['with seventeen parts', plain, form(...times(17))],
    [
      'with headers of a part that are too long',
      plain,
      form(part('slip', `X: ${'y'.repeat(3_000)}\r\n`)),
    ],
    [
      'with unterminated headers of a part',
      plain,
      Buffer.from('--x\r\nContent-Disposition: form-data'),
    ],
    ['without its boundary', plain, Buffer.from(part())],
    ['without content', plain, Buffer.alloc(0)],
    ['without a boundary parameter', 'multipart/form-data; foo=x', form(part())],
    ['with two boundaries', 'multipart/form-data; boundary=x; boundary=y', form(part())],
    [
      'with a boundary inside another parameter',
      'multipart/form-data; a="; boundary=x"',
      form(part()),
    ],
    ['with an ambiguous boundary', 'multipart/form-data; boundary="x\\"y"', form()],
  ])('is refused %s', (_name, type, bytes) => {
    expect(hasFewParts(type, bytes)).toBe(false);
  });
});

it('megabytes of parts or headers do not block other requests', async () => {
  const api = await startApi();
  const { pageToken } = await testDeposit(api.deps, api.merchant);
  const size = 5_900_000;
  const empty = '--x\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n';
  const bombs = [
    empty.repeat(size / empty.length),
    `--x\r\nContent-Disposition: form-data; name="slip"\r\n${'a: b\r\n'.repeat(size / 6)}\r\n`,
    `--x\r\nContent-Disposition: form-data; name="${'%22'.repeat(size / 3)}"\r\n\r\n`,
  ];
  const sent = bombs.map((body) =>
    api.call('POST', `/pay/${pageToken}/slip`, {
      key: null,
      headers: { 'content-type': plain },
      body: `${body}--x--\r\n`,
    }),
  );
  let answered = 0;
  let isOver = false;
  const all = Promise.all(sent).finally(() => (isOver = true));
  while (!isOver) {
    await api.get('/healthz');
    answered++;
  }
  expect((await all).map(({ status }) => status)).toEqual([400, 400, 400]);
  // Without the check, parsing one of them blocked the process for one to nine seconds.
  expect(answered).toBeGreaterThan(bombs.length);
});
