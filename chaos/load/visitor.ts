import { readThaiQr } from '../../src/platform/slips/read-qr-image';
import { eventually } from '../until';
import type { HttpResponse } from './http';
import type { RunContext } from './run-context';

/** A code lives for a minute, and an outage delays its expiry. */
const WATCH_FOR_MS = 150_000;
const POLL_MS = 1_000;

/** The path of a checkout: the part before the id is the same for each. */
export const checkoutPath = (qrCodeId: string): string => `/pay/${qrCodeId}`;

/** A payer's browser. Each has an address of its own, as behind the proxy of a deployment. */
export class Visitor {
  private readonly cookies = new Map<string, string>();
  private readonly address: string;

  constructor(
    private readonly context: RunContext,
    /** Of the operation, and of the visitor within it. */
    number: number,
    index = 0,
  ) {
    this.address = `198.18.${number % 256}.${(Math.floor(number / 256) * 8 + index) % 256}`;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    return this.request(path, { method: 'GET', headers });
  }

  /** Submits a form. Without fields it is multipart, as the forms of a checkout are. */
  submit(path: string, fields?: Readonly<Record<string, string>>): Promise<HttpResponse> {
    const form = fields === undefined ? new FormData() : new URLSearchParams(fields);
    return this.request(path, { form, headers: { 'sec-fetch-site': 'same-origin' } });
  }

  /** Polls the state of a checkout as its script does, until one of `ends`. Null: not in time. */
  async watch(path: string, ends: readonly string[]): Promise<string | null> {
    let known: Readonly<Record<string, string>> = {};
    const read = async () => {
      const { status, body, headers } = await this.get(`${path}/state`, known);
      if (status === 304) return null;
      if (status !== 200) {
        this.context.log.recordUnexpected(`state of a checkout: ${status} ${body}`, path);
        return 'unreadable';
      }
      known = { 'if-none-match': headers.get('etag') ?? '' };
      const { state } = JSON.parse(body) as { readonly state: string };
      this.note(path, state);
      return ends.includes(state) ? state : null;
    };
    return eventually(read, { timeoutMs: WATCH_FOR_MS, everyMs: POLL_MS });
  }

  /** Scans the picture of a checkout with the bank's app. Null, and noted, without a code. */
  async scan(path: string, amountSatang: number): Promise<string | null> {
    const { status, bytes } = await this.get(`${path}/qr-code.png`);
    const qrData = status === 200 ? await readThaiQr(bytes, amountSatang) : null;
    if (qrData === null) {
      const what = `the picture of a checkout has no code of ${amountSatang}: ${status}`;
      this.context.log.recordUnexpected(what, path);
    }
    return qrData;
  }

  private async request(
    path: string,
    call: {
      readonly method?: 'GET';
      readonly form?: FormData | URLSearchParams;
      readonly headers: Readonly<Record<string, string>>;
    },
  ): Promise<HttpResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.context.callGateway({
      url: `${this.context.apiUrl}${path}`,
      key: null,
      ...call,
      headers: {
        ...call.headers,
        'x-forwarded-for': this.address,
        ...(cookie === '' ? {} : { cookie }),
      },
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (name !== undefined && value !== undefined) this.cookies.set(name, value);
    }
    return answer;
  }

  private note(path: string, state: string): void {
    const { shown } = this.context.log;
    const token = path.replace('/pay/', '');
    shown.set(token, (shown.get(token) ?? new Set()).add(state));
  }
}
