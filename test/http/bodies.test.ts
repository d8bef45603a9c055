import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startApi, type Api } from './api';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => {
  expect((await api.get('/healthz')).status).toBe(200);
});

const path = '/Thai/v1/qr-codes';
const valid = '{"amount":100,"currency":"THB"}';
const KB = 1024;

/** Sends bytes unmodified, chunked without a length. Returns status and error code. */
async function send(
  chunks: readonly (string | Buffer)[],
  headers: Readonly<Record<string, string | number>> = { 'content-type': 'application/json' },
): Promise<string> {
  const authorization = `Bearer ${api.apiKey}`;
  const sent = request(`${api.url}${path}`, {
    method: 'POST',
    headers: { authorization, ...headers },
  });
  for (const chunk of chunks) sent.write(chunk);
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  const answer = JSON.parse(text) as { error?: { code: string } };
  return `${response.statusCode} ${answer.error?.code ?? 'ok'}`;
}

describe('a media type', () => {
  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
    // Parameters have no effect (RFC 8259, section 11); the bytes must be UTF-8.
    'application/json; charset=utf-16',
  ])('%s is accepted', async (type) => {
    expect(await send([valid], { 'content-type': type })).toBe('200 ok');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    'text/plain, application/json',
  ])('%s gets 415', async (type) => {
    expect(await send([valid], { 'content-type': type })).toBe('415 unsupported_media_type');
  });

  it('gets 415 when it is missing', async () => {
    expect(await send([valid], {})).toBe('415 unsupported_media_type');
  });

  it('gets 415 for a compressed body', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await send([gzipSync(valid)], headers)).toBe('415 unsupported_media_type');
    expect(await send([valid], { ...headers, 'content-encoding': 'identity' })).toBe('200 ok');
  });
});

describe('invalid JSON', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"amount":100'],
    ['two objects', `${valid}${valid}`],
    ['NaN', '{"amount":NaN,"currency":"THB"}'],
    ['a comment', `/* */${valid}`],
    ['a trailing comma', '{"amount":100,}'],
    ['NUL', '\u0000'],
    ['a raw NUL in a string', '{"amount":100,"currency":"THB","reference":"\u0000"}'],
  ])('gets invalid_json: %s', async (_name, text) => {
    expect(await send([text])).toBe('400 invalid_json');
  });

  it('gets invalid_json for bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('{"amount":100,"currency":"THB","reference":"caf\u00e9"}', 'latin1');
    expect(await send([bytes])).toBe('400 invalid_json');
  });
});

describe('JSON that is not an object', () => {
  it.each(['null', '5', '"text"', '[]', `[${valid}]`, 'true'])('gets 400: %s', async (text) => {
    expect(await send([text])).toBe('400 invalid_request');
  });
});

describe('a nested body', () => {
  it.each([
    ['65 levels of lists', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['100,000 levels of lists', '['.repeat(100_000)],
    ['40,000 levels of objects', '{"a":'.repeat(40_000)],
  ])('is refused before it is parsed: %s', async (_name, text) => {
    expect(await send([text])).toBe('400 invalid_request');
  });

  it('is accepted with 64 levels, not counting brackets in strings', async () => {
    const deep = `{"amount":1,"currency":"THB","x":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect(await send([deep])).toBe('200 ok');
    const text = `{"amount":1,"currency":"THB","x":"\\"${'['.repeat(1000)}"}`;
    expect(await send([text])).toBe('200 ok');
  });
});

describe('a body over 256 KB', () => {
  const fill = (bytes: number) => `${valid.slice(0, -1)},"x":"${'y'.repeat(bytes)}"}`;
  const exactly = fill(256 * KB - fill(0).length);

  it('gets 413 from the first byte over the limit', async () => {
    const length = (text: string) => ({
      'content-type': 'application/json',
      'content-length': text.length,
    });
    expect(exactly).toHaveLength(256 * KB);
    expect(await send([exactly], length(exactly))).toBe('200 ok');
    expect(await send([`${exactly} `], length(`${exactly} `))).toBe('413 payload_too_large');
  });

  it('gets 413 without a Content-Length', async () => {
    const pieces = exactly.match(/.{1,16384}/g) ?? [];
    expect(await send(pieces)).toBe('200 ok');
    expect(await send([...pieces, ' '])).toBe('413 payload_too_large');
  });

  it('gets 413 when the client sends 20 MB before it reads', async () => {
    expect(await send(Array.from({ length: 20 }, () => Buffer.alloc(1024 * KB, 'x')))).toBe(
      '413 payload_too_large',
    );
  });

  it('is not read without a valid API key', async () => {
    const answer = await api.post(path, 'x'.repeat(300 * KB), { key: null });
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
  });
});
