import type {
  AccountView,
  BillQuestion,
  CallbackReading,
  Inquiry,
  OwnQrOrder,
  ProviderRequest,
  QrOrder,
  RawCallback,
  RequestOf,
} from '../../../../src/providers/connectors/connector';
import type { NamedTransfer } from '../../../../src/providers/connectors/slip';

/** Everything that the conformance kit must know about a connector: documented facts, no code. */
export interface Subject<Settings extends object> {
  /** A valid account of mode `test` whose upstream is at this URL. */
  account(url: string): AccountView<Settings>;
  /** The time of all cases, in the clock of the gateway. */
  readonly now: Date;
  /** Recorded or documented exchanges. The first case of a call stands for all like it. */
  readonly cases: readonly Case[];
  /** Requests of which the provider documents no failed state. */
  readonly neverFails?: readonly ProviderRequest['kind'][];
  /** How the provider says that money which had moved is back where it came from. */
  readonly returns: Returns;
  /** Texts that must stay secret besides the secret settings: encoded keys, access tokens. */
  readonly secrets: readonly string[];
  /** Names of request headers, in lower case, that are new in each request. */
  readonly freshHeaders: readonly string[];
  /** Codes that the gateway encodes; with trait `qr: 'own'`. */
  readonly ownQrs: readonly { readonly order: OwnQrOrder; readonly payload: string }[];
  /** With any trait `callback` but `none`. */
  readonly callbacks: Callbacks<Settings> | null;
  /** With trait `asksFirst`. */
  readonly billChecks: readonly BillCheckCase[];
  /** A charge that its payer must authenticate at the fake upstream; absent without such. */
  readonly authenticated?: RequestOf<'charge'>;
  /** The fake upstream. */
  startFake(): Promise<Fake<Settings>>;
  /** The provider's own sandbox; null when it has none that anybody can use. */
  readonly sandbox: Sandbox<Settings> | null;
}

export interface Returns {
  /** Inquiries in whose answers the provider documents no return. */
  readonly never: readonly Inquiry['kind'][];
  /**
   * A value beside the status that contradicts a success, at a path in the object, in answers about
   * these kinds. The kit sets it in each recorded success, also in a list.
   */
  readonly flags: readonly {
    readonly of: readonly Inquiry['kind'][];
    readonly at: string;
    readonly value: unknown;
    /** The type of the object by its field `object`; absent where answers have one type. */
    readonly object?: string;
  }[];
  /** Events about a return, such as of a dispute: each is a hint or a report about its order. */
  readonly events: readonly {
    readonly title: string;
    readonly json: unknown;
    readonly reading: CallbackReading;
  }[];
}

/** A call of the port, with its argument. */
export type Call =
  | { readonly method: 'openQr'; readonly input: QrOrder }
  | { readonly method: 'send'; readonly input: ProviderRequest }
  | { readonly method: 'find'; readonly input: Inquiry }
  | { readonly method: 'verifySlip'; readonly input: NamedTransfer }
  | { readonly method: 'closeQr'; readonly input: string }
  | { readonly method: 'probe'; readonly input: null };

export interface Case {
  /** What happens upstream, such as `a payout is accepted`. */
  readonly title: string;
  /** Where the exchange was recorded or documented. */
  readonly source: string;
  readonly call: Call;
  /** In their order, each requested once. */
  readonly exchanges: readonly Exchange[];
  readonly outcome: unknown;
  /** Places in the JSON of the last answer that state these facts. */
  readonly states?: Statements;
  /** Its answers take milliseconds to read, such as an image: few random ones. */
  readonly isCostly?: true;
}

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the base URL, without the query. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>>;
  /** The headers that the upstream requires, in lower case. Values may be jest matchers. */
  readonly headers?: Readonly<Record<string, unknown>>;
  /** The JSON, or the fields of a form. Values may be jest matchers. */
  readonly body?: unknown;
  /** It moves money or issues a code. The exchanges before it change nothing that matters. */
  readonly acts?: true;
  /** It is requested only when an earlier exchange fails. */
  readonly isFallback?: true;
  readonly answer: Answer | ((request: Received) => Answer);
}

export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  /** Instead of `json`. */
  readonly bytes?: Buffer;
  /** Wraps the JSON text where the answer is not JSON itself, such as a token. */
  readonly encode?: (json: string) => Buffer;
}

/** A request as the scripted upstream received it. */
export interface Received {
  readonly method: string;
  /** As sent, below the base URL, with the query. */
  readonly target: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The JSON, the fields of a form, or null. */
  readonly body: unknown;
  readonly text: string;
}

/** Paths such as `data.0.amount`. */
export interface Statements {
  /** With its unit upstream. */
  readonly amount?: { readonly at: string; readonly unit: 'baht' | 'satang' };
  readonly currency?: string;
  /** Whether the object is of live mode: a boolean. */
  readonly livemode?: string;
  /** Our order id or reference. */
  readonly order?: string;
}

export interface Callbacks<Settings extends object> {
  /**
   * What the authentication covers: the whole body, a signed token in the body, only headers (a
   * shared key), or nothing but the token in the callback URL.
   */
  readonly authenticates: 'body' | 'token' | 'headers' | 'url';
  /** Written from the upstream's documents, not from the connector. */
  sign(body: Buffer, by: { readonly secrets: readonly string[]; readonly at: Date }): Headers;
  /** The names, in lower case, of the headers that carry the authentication. */
  readonly signedHeaders: readonly string[];
  readonly secret: string;
  readonly otherSecret: string;
  /** The account with these secrets. */
  accountWith(secrets: readonly string[]): AccountView<Settings>;
  /** Several signatures in one callback, while a secret is rotated. */
  readonly severalSignatures: boolean;
  /** Maximum age of the signed timestamp in seconds; null without one. */
  readonly toleranceSeconds: number | null;
  readonly cases: readonly CallbackCase[];
  /** Wraps the JSON text, signed with the first secret, where the body is not JSON itself. */
  readonly encode?: (json: string, secrets: readonly string[]) => Buffer;
}

type Headers = RawCallback['headers'];

export interface CallbackCase {
  readonly title: string;
  readonly source: string;
  readonly topic: string | null;
  readonly json: unknown;
  readonly reading: CallbackReading;
  readonly states?: Statements;
}

export interface BillCheckCase {
  readonly title: string;
  readonly topic: string;
  readonly json: unknown;
  /** The places of the bank's credentials. */
  readonly credentials: readonly string[];
  readonly question: BillQuestion | null;
}

/** An upstream on a loopback port that carries out requests, with controls. */
export interface Fake<Settings extends object> {
  readonly account: AccountView<Settings>;
  /** Pays a code of the account. */
  pay(code: { readonly payload: string; readonly providerRef: string | null }): Promise<void>;
  /** Carries out a request that was accepted. */
  settle(request: ProviderRequest, providerRef: string | null): Promise<void>;
  /** What the provider does before it carries out a request that was `not_ready`. */
  makeReady?(): Promise<void>;
  /** The number of objects that exist upstream for an order. */
  count(orderId: string): Promise<number>;
  /** The account with credentials that the upstream does not know. */
  readonly stranger: AccountView<Settings>;
  /** Requests that the upstream accepts. The kit gives each an order id of its own. */
  readonly requests: readonly ProviderRequest[];
}

export interface Sandbox<Settings extends object> {
  /** The names of the environment variables with the credentials: `CONTRACT_OMISE_KEY`. */
  readonly variables: readonly string[];
  account(values: readonly string[]): AccountView<Settings>;
}
