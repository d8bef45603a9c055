import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { startApi } from './api';
import type { Api } from './api';

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

/** Sends bytes as they are; without a length they go in chunks. Gives status and error code. */
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
  ])('of %s is read', async (type) => {
    expect(await send([valid], { 'content-type': type })).toBe('200 ok');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=utf-16',
    'application/jsonp',
    'text/plain, application/json',
  ])('of %s is 415', async (type) => {
    expect(await send([valid], { 'content-type': type })).toBe('415 unsupported_media_type');
  });

  it('that is not said is 415', async () => {
    expect(await send([valid], {})).toBe('415 unsupported_media_type');
  });

  it('is no way around it by an encoding', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    expect(await send([gzipSync(valid)], headers)).toBe('415 unsupported_media_type');
    expect(await send([valid], { ...headers, 'content-encoding': 'identity' })).toBe('200 ok');
  });
});

describe('text that is not JSON', () => {
  it.each([
    ['nothing', ''],
    ['half an object', '{"amount":100'],
    ['two objects', `${valid}${valid}`],
    ['NaN', '{"amount":NaN,"currency":"THB"}'],
    ['a comment', `/* */${valid}`],
    ['a comma too many', '{"amount":100,}'],
    ['NUL', '\u0000'],
    ['a raw NUL in a string', '{"amount":100,"currency":"THB","reference":"\u0000"}'],
  ])('as %s is invalid_json', async (_name, text) => {
    expect(await send([text])).toBe('400 invalid_json');
  });

  it('because its bytes are not UTF-8 is invalid_json', async () => {
    const bytes = Buffer.from('{"amount":100,"currency":"THB","reference":"caf\u00e9"}', 'latin1');
    expect(await send([bytes])).toBe('400 invalid_json');
  });
});

describe('JSON that is not an object', () => {
  it.each(['null', '5', '"text"', '[]', `[${valid}]`, 'true'])('%s is 400', async (text) => {
    expect(await send([text])).toBe('400 invalid_request');
  });
});

describe('a body that is nested', () => {
  it.each([
    ['65 levels of lists', `{"x":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['100,000 levels of lists', '['.repeat(100_000)],
    ['40,000 levels of objects', '{"a":'.repeat(40_000)],
  ])('%s deep is refused before anything walks through it', async (_name, text) => {
    expect(await send([text])).toBe('400 invalid_request');
  });

  it('64 levels deep is read, and brackets in text are not levels', async () => {
    const deep = `{"amount":1,"currency":"THB","x":${'['.repeat(63)}${']'.repeat(63)}}`;
    expect(await send([deep])).toBe('200 ok');
    const text = `{"amount":1,"currency":"THB","x":"\\"${'['.repeat(1000)}"}`;
    expect(await send([text])).toBe('200 ok');
  });
});

describe('a body of more than 256 KB', () => {
  const fill = (bytes: number) => `${valid.slice(0, -1)},"x":"${'y'.repeat(bytes)}"}`;
  const exactly = fill(256 * KB - fill(0).length);

  it('is 413, to the byte', async () => {
    const length = (text: string) => ({
      'content-type': 'application/json',
      'content-length': text.length,
    });
    expect(exactly).toHaveLength(256 * KB);
    expect(await send([exactly], length(exactly))).toBe('200 ok');
    expect(await send([`${exactly} `], length(`${exactly} `))).toBe('413 payload_too_large');
  });

  it('is 413 though it does not say how long it is', async () => {
    const pieces = exactly.match(/.{1,16384}/g) ?? [];
    expect(await send(pieces)).toBe('200 ok');
    expect(await send([...pieces, ' '])).toBe('413 payload_too_large');
  });

  it('is 413 also to a client that sends 20 MB before it listens', async () => {
    expect(await send(Array.from({ length: 20 }, () => Buffer.alloc(1024 * KB, 'x')))).toBe(
      '413 payload_too_large',
    );
  });

  it('is not read at all from whoever has no key', async () => {
    const answer = await api.post(path, 'x'.repeat(300 * KB), { key: null });
    expect([answer.status, answer.code]).toEqual([401, 'unauthorized']);
  });
});
