/** Over Swagger UI's own: the colours of the gateway, and refusals no longer than they need be. */
export const stylesheet = `
:root { --ink: #1d2b2a; --quiet: #5b6b69; --line: #dbe3e1; --brand: #0b5d4f; }
body { margin: 0; background: #fbfcfb; color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
#docs, #errors { max-width: 1120px; margin: 0 auto; padding: 0 24px; }
#errors { padding-bottom: 64px; }
#errors tr { scroll-margin-block: 40vh; }
#errors tr:target { background: #e8efed; outline: 2px solid var(--brand); }

.swagger-ui, .swagger-ui .info .title, .swagger-ui .opblock-tag,
.swagger-ui .opblock .opblock-summary-description, .swagger-ui .info p, .swagger-ui table thead th,
.swagger-ui .opblock-description-wrapper p, .swagger-ui .parameter__name, .swagger-ui .btn,
.swagger-ui .response-col_status, .swagger-ui .tab li, .swagger-ui label, .swagger-ui select {
  font-family: system-ui, sans-serif; color: var(--ink);
}
.swagger-ui .wrapper { max-width: none; padding: 0; }
.swagger-ui .info { margin: 40px 0 24px; }
.swagger-ui .info .title { font-size: 34px; letter-spacing: -0.01em; }
.swagger-ui .info .title small { background: var(--brand); border-radius: 6px; }
.swagger-ui .info .title small.version-stamp { background: var(--quiet); }
.swagger-ui .info h2 {
  margin: 28px 0 4px; font: 600 19px system-ui, sans-serif; color: var(--ink);
}
.swagger-ui .info p { margin: 4px 0; max-width: 78ch; font-size: 15px; line-height: 1.55; }
.swagger-ui .info a { color: var(--brand); }
.swagger-ui .info__license, .swagger-ui .info .link { display: none; }
.swagger-ui .scheme-container {
  margin: 0 0 8px; padding: 16px 0; background: none; box-shadow: none;
  border-top: 1px solid var(--line); border-bottom: 1px solid var(--line);
}
.swagger-ui .btn.authorize { border-color: var(--brand); color: var(--brand); }
.swagger-ui .btn.authorize svg { fill: var(--brand); }
.swagger-ui .opblock-tag { border-bottom: 0; padding: 20px 0 8px; font-size: 20px; }
.swagger-ui .opblock-tag small { padding: 0 12px; font-size: 14px; color: var(--quiet); }
.swagger-ui .opblock { margin: 0 0 8px; box-shadow: none; border-radius: 8px; }
.swagger-ui .opblock .opblock-summary-method { border-radius: 6px; text-shadow: none; }
.swagger-ui .opblock.opblock-post { background: #eff7f4; border-color: #9ccabb; }
.swagger-ui .opblock.opblock-post .opblock-summary { border-color: #9ccabb; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #0f7a66; }
.swagger-ui .opblock.opblock-get { background: #eff4fa; border-color: #a9c3e2; }
.swagger-ui .opblock.opblock-get .opblock-summary { border-color: #a9c3e2; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #2563a8; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3352b; }
.swagger-ui .opblock .opblock-section-header { background: none; box-shadow: none; }

code, .swagger-ui .markdown code, .swagger-ui .renderedMarkdown code {
  padding: 1px 5px; border-radius: 4px; background: #e8efed; color: #0a4a40;
  font: 500 13px ui-monospace, monospace;
}

.swagger-ui pre code { padding: 0; background: none; color: inherit; }

/* A refusal is its codes; what its body looks like is said once, above the list of them. */
.swagger-ui .response:not([data-code^="2"]) .response-controls,
.swagger-ui .response:not([data-code^="2"]) .model-example,
.swagger-ui .response:not([data-code^="2"]) .headers-wrapper,
.swagger-ui .response:not([data-code^="2"]) .response-col_description__inner ~ *,
.swagger-ui .response-col_links i { display: none; }
.swagger-ui .response .response-col_description__inner p { margin: 0 0 4px; }
.swagger-ui .response td { padding-top: 8px; }

#errors h2 { margin: 40px 0 4px; font-size: 20px; }
#errors table { width: 100%; border-collapse: collapse; font-size: 14px; }
#errors th, #errors td {
  padding: 8px 16px 8px 0; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top;
}
#errors th { color: var(--quiet); font-weight: 600; }
#errors td:first-child code { white-space: nowrap; }
`;
