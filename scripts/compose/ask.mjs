import http from 'node:http';
import https from 'node:https';

const TIMEOUT_MS = 20_000;

/**
 * Sends a request on a connection of its own. `ca`: the authority of the proxy. Resolves to the
 * status and the text of the response; rejects without one.
 */
export function ask(url, { method = 'GET', headers = {}, body, ca } = {}) {
  const { request } = url.startsWith('https:') ? https : http;
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const asked = request(url, { method, headers, ca, signal, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk) => (text += chunk));
      answer.once('end', () => resolve({ status: answer.statusCode, text }));
      answer.once('error', reject);
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
