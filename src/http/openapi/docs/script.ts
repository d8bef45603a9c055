/** Starts Swagger UI. Requests go to where the page was opened, the only place that it may call. */
export const script = `fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((spec) => {
    const [server] = spec.servers;
    const prefix = new URL(server.url).pathname.replace(/\\/$/, '');
    spec.servers = [{ ...server, url: location.origin + prefix }];
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
      // The operations push the table of errors down after the browser has scrolled to it.
      onComplete: () => {
        if (location.hash.startsWith('#error-')) {
          document.getElementById(location.hash.slice(1))?.scrollIntoView({ block: 'center' });
        }
      },
    });
  })
  .catch((error) => {
    const main = document.getElementById('docs');
    main.textContent = 'The description could not be read: ' + error.message;
  });
`;
