import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { CompressedOnce, acceptedEncoding, encodingHeader } from '../../http/encoding';
import { operation, type Operation } from '../../http/operation';
import type { Reply } from '../../http/reply';
import { Problem } from '../../kernel/rules/problem';
import { chooseLanguage, languages } from '../kit/language';
import { siteFile } from './site';

/** Same origin only, nothing inline, no framing. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const compressed = new CompressedOnce();

/** Throws Problem `not_found`. */
async function replyWith(name: string, headers: IncomingHttpHeaders): Promise<Reply> {
  const file = siteFile(name);
  if (file === null) throw new Problem('not_found');
  const isPackage = /^application\/g?zip$/.test(file.type);
  const encoding = isPackage ? null : acceptedEncoding(headers['accept-encoding']);
  return {
    status: 200,
    contentType: file.type,
    body:
      encoding === null ? file.content : await compressed.compress(name, file.content, encoding),
    headers: {
      ETag: `"${file.version}${encoding === null ? '' : `-${encoding}`}"`,
      'Cache-Control': 'no-cache',
      Vary: 'Accept-Encoding',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      ...encodingHeader(encoding),
    },
  };
}

/** To the page in the reader's language. The browser keeps the fragment. Throws `not_found`. */
function redirectTo(name: string, headers: IncomingHttpHeaders): Reply {
  const page = `${chooseLanguage(undefined, headers)}/${name}.html`;
  if (siteFile(page) === null) throw new Problem('not_found');
  const Location = `/docs/${page}`;
  return { status: 303, body: '', headers: { Location, Vary: 'Accept-Language, Cookie' } };
}

const endpoint = { family: 'ops', method: 'GET', auth: 'none', described: false } as const;
const contentTypes = [
  'text/html',
  'text/css',
  'text/javascript',
  'application/json',
  'image/svg+xml',
  'application/gzip',
  'application/zip',
];

/** The documentation for merchants, which `site` has the sources of. */
export const docsOperations: readonly Operation[] = [
  operation({
    ...endpoint,
    name: 'readDocs',
    summary: 'Redirect to the documentation in the language of the reader',
    path: '/docs',
    success: { status: 303, contentTypes: [] },
    errors: ['not_found'],
    respond: (_deps, { headers }) => redirectTo('index', headers),
  }),

  operation({
    ...endpoint,
    name: 'readDocsAsset',
    summary: 'Assets of the documentation and packages of clients; other names redirect to a page',
    path: '/docs/:name',
    params: z.object({ name: z.string() }),
    success: { status: 200, contentTypes, revalidates: true },
    errors: ['not_found'],
    respond: (_deps, { params: { name }, headers }) =>
      siteFile(name) === null ? redirectTo(name, headers) : replyWith(name, headers),
  }),

  operation({
    ...endpoint,
    name: 'readDocsPage',
    summary: 'A page of the documentation',
    path: '/docs/:language/:name',
    params: z.object({ language: z.string(), name: z.string() }),
    success: { status: 200, contentTypes, revalidates: true },
    errors: ['not_found'],
    respond(_deps, { params: { language, name }, headers }) {
      if (!languages.some((known) => known === language)) throw new Problem('not_found');
      return replyWith(`${language}/${name}`, headers);
    },
  }),
];
