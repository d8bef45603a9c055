import { renderDocument } from '../../../platform/html';
import { anchorOf } from '../../doc-url';
import type { CodeRow } from '../problem-schema';

/** Same origin only, nothing inline, no framing. */
export const docsHeaders = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/** Swagger UI for /openapi.json, followed by the table of error codes. */
export const docsPage = (rows: readonly CodeRow[]): string =>
  renderDocument(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Saphan API</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/docs/icon.svg" />
        <link rel="stylesheet" href="/docs/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/docs.css" />
      </head>
      <body>
        <main id="docs">
          <noscript>
            The list of operations needs JavaScript. The same content is in{' '}
            <a href="/openapi.json">openapi.json</a>.
          </noscript>
        </main>
        {errorTable(rows)}
        <script src="/docs/swagger-ui-bundle.js" />
        <script type="module" src="/docs/docs.js" />
      </body>
    </html>,
  );

const errorTable = (rows: readonly CodeRow[]) => (
  <section id="errors">
    <h2>Error codes</h2>
    <table>
      <thead>
        <tr>
          <th>Code</th>
          <th>Status</th>
          <th>What it means</th>
          <th>What to do</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ code, status, message, remedy }, at) => (
          // A code with two statuses has one anchor, on its first row.
          <tr id={rows.findIndex((row) => row.code === code) === at ? anchorOf(code) : undefined}>
            <td>
              <code>{code}</code>
            </td>
            <td>{status}</td>
            <td>{withCode(message)}</td>
            <td>{withCode(remedy)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const withCode = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 0 ? <>{part}</> : <code>{part}</code>));
