import { z } from 'zod';
import { setByImage, setting, type ValuesOf } from './setting';
import { httpUrl, integer, listenAddress, port } from './types';

const portOfApi = { fixed: 'a port of the API' };
const inContainer = {
  compose: { fixed: 'fixed inside the container; .env sets the published port' },
  chart: portOfApi,
};

export const addresses = {
  HOST: setting(z.string().default('127.0.0.1'), {
    description: 'Address of the API.',
    ...setByImage,
  }),
  PORT: setting(port(8080), { description: 'Port of the API.', ...setByImage }),
  PUBLIC_URL: setting(z.url().optional(), {
    description:
      'Base URL for merchants and customers. Pages are served under its host name only, so a ' +
      'proxy must pass `Host` unchanged.',
    fallback: '`http://localhost:PORT`',
    compose: {
      required: 'set it in .env',
      example: 'https://pay.example.com',
      note: 'For a trial on this machine: `http://localhost:8080`.',
    },
    chart: { isRequired: true },
  }),
  CONSOLE_ADDRESS: setting(listenAddress, {
    description: '`host:port` of an own [listener](#listeners) for the console and `/ops`.',
    fallback: 'none; on `PORT`',
    ...inContainer,
  }),
  CONSOLE_URL: setting(httpUrl, {
    description: 'Base URL of the console, if it differs from `PUBLIC_URL`.',
    fallback: '`PUBLIC_URL`',
    compose: {
      note:
        'Empty: operators reach the console under `PUBLIC_URL` through the proxy. For a trial ' +
        'on this machine: `http://localhost:8090`.',
    },
    chart: {
      note:
        'Of the ports `console` and `callbacks` of the Service, where they have host names of ' +
        'their own.',
    },
  }),
  METRICS_ADDRESS: setting(listenAddress, {
    description: '`host:port` of an own [listener](#listeners) for `/metrics`.',
    fallback: 'none; on `PORT`',
    ...inContainer,
  }),
  CALLBACKS_ADDRESS: setting(listenAddress, {
    description: '`host:port` of an own [listener](#listeners) for the callbacks of providers.',
    fallback: 'none; on `PORT`',
    compose: { note: 'Inside the containers, for example `0.0.0.0:8091`.' },
    chart: portOfApi,
  }),
  CALLBACKS_URL: setting(httpUrl, {
    description:
      'Base URL of the callback URLs that providers are given, if it differs from `PUBLIC_URL`.',
    fallback: '`PUBLIC_URL`',
    compose: { note: 'Where a proxy of yours publishes `CALLBACKS_ADDRESS`.' },
  }),
  TRUSTED_PROXIES: setting(integer(0, 10).default(0), {
    description:
      'Number of proxies in front that append to `X-Forwarded-For`. With 0, every client ' +
      'behind a proxy has the address of the proxy and shares its limits on failed sign-ins.',
    compose: { example: '1' },
    chart: { value: '1', note: 'The ingress controller, at least.' },
  }),
  SECURITY_CONTACT: setting(z.url({ protocol: /^(https|mailto|tel)$/ }).optional(), {
    description:
      'Where vulnerabilities are reported, for `/.well-known/security.txt`: ' +
      '`mailto:security@example.com`, or an https URL.',
    fallback: 'none; `/.well-known/security.txt` is 404',
  }),
};

export const addressesOf = (env: ValuesOf<typeof addresses>) => ({
  host: env.HOST,
  port: env.PORT,
  ...urlsOf(env),
  /** Addresses of the route groups of http/listeners.ts. Null: the group is served on `port`. */
  listeners: {
    console: env.CONSOLE_ADDRESS ?? null,
    metrics: env.METRICS_ADDRESS ?? null,
    callbacks: env.CALLBACKS_ADDRESS ?? null,
  },
  /** Number of trusted proxies that append to X-Forwarded-For. */
  trustedProxies: env.TRUSTED_PROXIES,
});

/**
 * Base URLs without a trailing slash. PUBLIC_URL is also the URL of the console and of callbacks,
 * whose requests a proxy then routes by their paths. Without it, each has the port of its listener.
 */
export function urlsOf(env: ValuesOf<typeof addresses>) {
  const urlOf = (own: string | undefined, listener?: { readonly port: number }): string =>
    (own ?? env.PUBLIC_URL ?? `http://localhost:${(listener ?? { port: env.PORT }).port}`).replace(
      /\/+$/,
      '',
    );
  return {
    publicUrl: urlOf(env.PUBLIC_URL),
    consoleUrl: urlOf(env.CONSOLE_URL, env.CONSOLE_ADDRESS),
    /** For the callback URLs that providers are given. */
    callbacksUrl: urlOf(env.CALLBACKS_URL, env.CALLBACKS_ADDRESS),
  };
}
