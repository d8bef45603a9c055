import type { Body } from './fields';
import type { Form } from './present';
import type { Upstream } from './upstream';

export interface Call {
  readonly upstream: Upstream;
  /** The ids in the path. */
  readonly ids: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Body;
  readonly form: Form;
}

export interface Route {
  readonly method: string;
  readonly path: RegExp;
  /** Throws OmiseError. */
  readonly answer: (call: Call) => object;
}
