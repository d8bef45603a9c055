import { Problem } from '../../kernel/rules/problem';
import { operation } from '../../http/operation';

const text = { status: 200, contentTypes: ['text/plain'] } as const;
const contentType = 'text/plain; charset=utf-8';

/** RFC 9116 requires an expiry date; each response renews it. */
const EXPIRES_AFTER_MS = 30 * 24 * 60 * 60 * 1000;

export const wellKnownOperations = [
  operation({
    name: 'readSecurityTxt',
    summary: 'The contact for reports of vulnerabilities (RFC 9116); 404 without one',
    family: 'ops',
    method: 'GET',
    path: '/.well-known/security.txt',
    auth: 'none',
    success: text,
    errors: ['not_found'],
    respond({ config: { securityContact, http } }) {
      if (securityContact === null) throw new Problem('not_found');
      const lines = [
        `Contact: ${securityContact}`,
        `Expires: ${new Date(Date.now() + EXPIRES_AFTER_MS).toISOString()}`,
        'Preferred-Languages: th, en',
        `Canonical: ${http.publicUrl}/.well-known/security.txt`,
      ];
      return { status: 200, contentType, body: `${lines.join('\n')}\n` };
    },
  }),

  operation({
    name: 'readRobotsTxt',
    summary: 'Crawlers may index the documentation of the API only',
    family: 'ops',
    method: 'GET',
    path: '/robots.txt',
    auth: 'none',
    success: text,
    errors: [],
    respond: () => ({
      status: 200,
      contentType,
      body: 'User-agent: *\nAllow: /docs\nDisallow: /\n',
    }),
  }),
];
