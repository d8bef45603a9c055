import { z } from 'zod';
import { plainFailure } from '../../../orders/rules/callback';
import { readAnswer, type Answer } from '../answers';
import type { AccountView } from '../connector';
import {
  basicAuthorization,
  createHttpClient,
  type HttpRequest,
  type Recorder,
} from '../http-client';
import type { OmiseSettings } from './settings';

export type OmiseApi = ReturnType<typeof createApi>;

const API_VERSION = '2019-05-29';
/** A `send` makes up to five calls and ends within `CALL_MAX_MS` of orders/rules/payout-plan.ts. */
const TIMEOUT_MS = 4_000;
/** A list of 100 charges has about 300 KiB. */
const ANSWER_BYTES_MAX = 1024 * 1024;

const errorBody = z
  .object({ object: z.literal('error'), code: z.string().min(1), message: z.string() })
  .transform(plainFailure);
const refusalIn = (body: unknown) => errorBody.safeParse(body).data ?? null;

/** No method rejects. An object of the other mode is unreadable. */
export function createApi(
  { mode, settings: { url, secretKey }, callbackUrl, publicOnly }: AccountView<OmiseSettings>,
  record: Recorder,
) {
  const isLive = mode === 'live';
  const isKeyOfMode = secretKey.startsWith('skey_test_') !== isLive;
  const http = createHttpClient({
    url,
    publicOnly,
    authorization: basicAuthorization(secretKey),
    headers: { 'omise-version': API_VERSION },
    unsentReason: isKeyOfMode ? null : 'key_of_other_mode',
    timeoutMs: TIMEOUT_MS,
    answerBytesMax: ANSWER_BYTES_MAX,
    record,
  });
  const ofMode = z.object({ livemode: z.literal(isLive) });
  const objectOrList = z.union([ofMode, z.object({ data: z.array(ofMode) })]);

  /** Null when the object is unreadable. */
  function read<T>(schema: z.ZodType<T>, object: unknown): T | null {
    const parsed = schema.safeParse(object);
    return parsed.success && objectOrList.safeParse(object).success ? parsed.data : null;
  }
  return {
    callbackUrl,
    read,
    async call<T>(schema: z.ZodType<T>, request: HttpRequest): Promise<Answer<T>> {
      return readAnswer(await http.request(request), (body) => read(schema, body), refusalIn);
    },
    async image(path: string, orderId: string): Promise<Buffer | null> {
      const headers = { accept: 'image/svg+xml, image/png' };
      const result = await http.request({ method: 'GET', path, headers, orderId });
      return result.kind === 'answered' && result.statusCode === 200 ? result.bytes : null;
    },
    close: () => http.close(),
  };
}
