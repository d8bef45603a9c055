import { timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { parse } from '../../contract/fields';
import type { ApiDeps } from '../../http/api-deps';
import type { Request } from '../../http/definition';
import { unmaskFormToken } from '../../http/session-cookie';
import { Problem } from '../../kernel/rules/problem';
import type { Realm } from '../../kernel/rules/realm';
import { FORM_TOKEN } from './form';
import type { Uploading } from './page-definitions';
import { isSurelySameOrigin } from './same-origin';
import type { SignedInContext } from './screen';

/** Throws Problem `cross_site`. */
export function requireSameOrigin(
  { config }: ApiDeps,
  realm: Realm,
  { headers }: Pick<Request<'none', undefined, undefined, undefined>, 'headers'>,
): void {
  const { consoleUrl, publicUrl } = config.http;
  const siteUrl = realm === 'operator' ? consoleUrl : publicUrl;
  if (!isSurelySameOrigin(headers, siteUrl)) throw new Problem('cross_site');
}

/** Throws Problem `cross_site` when the form was rendered for another session. */
export function requireFormToken(
  sent: URLSearchParams,
  { formToken }: Pick<SignedInContext, 'formToken'>,
): void {
  const given = Buffer.from(unmaskFormToken(sent.get(FORM_TOKEN) ?? ''));
  const expected = Buffer.from(unmaskFormToken(formToken));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Problem('cross_site');
  }
}

interface Upload extends Uploading {
  readonly fields: URLSearchParams;
  /** Problem `missing_parameter` without a file, `payload_too_large` for a large one. */
  readonly problem: Problem | null;
}

/** Throws Problem as `readFormBody` does. */
export async function readUpload(
  request: { readForm(): Promise<FormData> },
  { field, bytesMax }: { readonly field: string; readonly bytesMax: number },
): Promise<Upload> {
  const form = await request.readForm();
  const fields = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string') fields.append(name, value);
  const sent = form.get(field);
  if (sent === null || typeof sent === 'string' || sent.size === 0) {
    return { fields, file: null, problem: new Problem('missing_parameter', { param: field }) };
  }
  if (sent.size > bytesMax) {
    return { fields, file: null, problem: new Problem('payload_too_large', { param: field }) };
  }
  return { fields, file: Buffer.from(await sent.arrayBuffer()), problem: null };
}

/** A field that occurs more than once becomes an array. */
export function readFields<F extends z.ZodType>(schema: F, sent: URLSearchParams): z.output<F> {
  const names = [...new Set(sent.keys())].filter((name) => name !== FORM_TOKEN);
  const values = names.map((name) => {
    const all = sent.getAll(name);
    return [name, all.length > 1 ? all : all[0]] as const;
  });
  return parse(schema, Object.fromEntries(values), 'invalid_request');
}
