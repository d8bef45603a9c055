// Starts Swagger UI. `swagger-ui-bundle.js` defines `SwaggerUIBundle` on the window.

/** @typedef {{ (options: object): void, presets: { apis: unknown } }} SwaggerUi */
/** @typedef {{ servers: { url: string }[] }} ApiDescription */

const { SwaggerUIBundle } = /** @type {{ SwaggerUIBundle: SwaggerUi }} */ (
  /** @type {unknown} */ (window)
);

/** The operations load after the browser has scrolled to the anchor and move it down. */
function scrollToErrorCode() {
  if (!location.hash.startsWith('#error-')) return;
  document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'center' });
}

try {
  const response = await fetch('/openapi.json');
  const spec = /** @type {ApiDescription} */ (await response.json());
  // The content security policy allows requests to the origin of this page only.
  spec.servers = spec.servers.slice(0, 1).map((server) => {
    const prefix = new URL(server.url).pathname.replace(/\/$/, '');
    return { ...server, url: location.origin + prefix };
  });
  SwaggerUIBundle({
    spec,
    dom_id: '#docs',
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelRendering: 'example',
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    validatorUrl: null,
    onComplete: scrollToErrorCode,
  });
} catch (error) {
  const main = document.getElementById('docs');
  if (main !== null) main.textContent = `openapi.json could not be loaded: ${String(error)}`;
}
