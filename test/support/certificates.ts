import path from 'node:path';

const file = (name: string): string => path.join(__dirname, 'certificates', name);

/** PEM files; test/support/certificates/README.md describes the chain. */
export const certificates = {
  authority: file('authority.pem'),
  strangerAuthority: file('stranger-authority.pem'),
  server: { certFile: file('server.pem'), keyFile: file('server.key') },
  client: { certFile: file('client.pem'), keyFile: file('client.key') },
  stranger: { certFile: file('stranger.pem'), keyFile: file('stranger.key') },
} as const;
