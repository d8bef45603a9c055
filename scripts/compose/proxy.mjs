import { request } from 'node:https';

const privatePaths = [
  '/metrics',
  '/metrics/',
  '//metrics',
  '/METRICS',
  '/%6detrics',
  '/./metrics',
  '/readyz',
  '/console',
  '/console/',
  '//console',
  '/Console/join/x',
  '/ops/exceptions',
];

/** The status of a response. Sends the path unchanged; the certificate is self-signed. */
function statusOf(port, path) {
  return new Promise((resolve, reject) => {
    const asked = request({
      host: '127.0.0.1',
      port,
      path,
      servername: 'localhost',
      headers: { host: 'localhost' },
      rejectUnauthorized: false,
    });
    asked.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.once('error', reject);
    asked.end();
  });
}

async function demand(port, path, expected) {
  const status = await statusOf(port, path);
  if (status !== expected) throw new Error(`${path} answered ${status}, expected ${expected}`);
}

/** Public paths are served, private ones are not, in any notation. */
export async function checkProxy({ settings, up }) {
  const port = Number(settings.PROXY_HTTPS_PORT);
  await demand(port, '/healthz', 200);
  // To the pages in the reader's language.
  await demand(port, '/docs', 303);
  for (const path of privatePaths) await demand(port, path, 404);
  await up('proxy', { CONSOLE_FROM: '0.0.0.0/0 ::/0' });
  await demand(port, '/console', 303);
  await demand(port, '/metrics', 404);
  await up('proxy');
  await demand(port, '/console', 404);
  return `${privatePaths.length} private paths`;
}
