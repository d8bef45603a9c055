import { html } from '../../../lib/html';

/** Everything from here, nothing inline, in no frame, and no word to anybody else. */
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

/** Swagger UI over /openapi.json. */
export const docsPage = html`<!doctype html>
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
        This page is drawn by a script. What it shows is in
        <a href="/openapi.json">openapi.json</a>.
      </noscript>
    </main>
    <script src="/docs/swagger-ui-bundle.js"></script>
    <script src="/docs/docs.js"></script>
  </body>
</html>
`.text;
