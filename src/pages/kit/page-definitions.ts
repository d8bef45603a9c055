import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { ActName, InputOf, ResultOf } from '../../acts';
import type { ApiDeps } from '../../http/api-deps';
import type { Parsed } from '../../http/definition';
import type { Reply } from '../../http/reply';
import type { ProblemCode } from '../../kernel/rules/problem';
import type { StepUp } from '../../people/rules/second-factor';
import { isConfirmation, type Confirmation } from './confirmations';
import { languages } from './language';
import type { PublicScreen, Refusal } from './screen';

export const pageQuery = z.object({
  lang: z.enum(languages).optional().catch(undefined),
  done: z
    .string()
    .optional()
    .transform((name) => (name !== undefined && isConfirmation(name) ? name : null))
    .catch(null),
});

export type PlainQuery = typeof pageQuery;
export type QueryShape = z.output<PlainQuery>;
export type PageQuery = z.ZodType<QueryShape>;
export type Params = z.ZodType | undefined;

export interface PageFacts<P extends Params> {
  readonly name: string;
  readonly summary: string;
  readonly path: `/${string}`;
  readonly act?: ActName;
  readonly params?: P & z.ZodType;
  readonly errors?: readonly ProblemCode[];
}

export interface PageInput<P extends Params, Q extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly query: z.output<Q>;
}

export interface FormInput<P extends Params, F extends z.ZodType> {
  readonly params: Parsed<P>;
  readonly fields: z.output<F>;
}

export interface Uploading {
  /** Null unless the definition names a file. */
  readonly file: Buffer | null;
}

export interface Reauthorizing {
  /** Checks session and role again after a slow call. Throws the same Problem as the request. */
  readonly stillAuthorized: () => Promise<void>;
}

export type ActionInput<P extends Params, F extends z.ZodType> = FormInput<P, F> &
  Reauthorizing &
  Uploading;

export interface PageDefinition<
  P extends Params,
  Q extends PageQuery,
  V,
  R,
  S,
> extends PageFacts<P> {
  readonly role?: R;
  readonly query?: Q;
  readonly render: (deps: ApiDeps, context: V, input: PageInput<P, Q>) => S | Promise<S>;
}

export interface DownloadDefinition<Q extends PageQuery, V, R> extends PageFacts<undefined> {
  readonly role?: R;
  readonly query: Q;
  readonly contentType: string;
  readonly open: (
    deps: ApiDeps,
    context: V,
    input: PageInput<undefined, Q> & Reauthorizing,
  ) => Download;
}

export interface Download {
  /** Fails with a Problem when the person is no longer authorized. */
  readonly body: Readable;
  readonly filename: string;
}

export interface PublicPageDefinition<
  P extends Params,
  Q extends PageQuery,
  L,
> extends PageFacts<P> {
  readonly query?: Q;
  readonly render: (
    deps: ApiDeps,
    context: L,
    input: PageInput<P, Q>,
  ) => PublicScreen | Promise<PublicScreen>;
}

export interface FormActionDefinition<
  F extends z.ZodType,
  P extends Params,
  V,
  R,
  S,
> extends PageFacts<P> {
  readonly role: R;
  /** Whether the action creates something, which a disabled merchant may not. */
  readonly creates?: boolean;
  /** Absent: the action never asks for a second factor. */
  readonly stepUp?: StepUp;
  readonly fields: F;
  /** A multipart form with one file. A form with a step-up has none: it is submitted twice. */
  readonly file?: { readonly field: string; readonly bytesMax: number };
  readonly handle: (deps: ApiDeps, context: V, input: ActionInput<P, F>) => Promise<Reply>;
  /** Absent: the error page is shown. */
  readonly onError?: (
    deps: ApiDeps,
    context: V,
    refusal: Refusal,
    params: Parsed<P>,
  ) => S | Promise<S>;
}

/** The act has the role, the second factor and the approval of the form. */
export interface ActFormDefinition<
  A extends ActName,
  F extends z.ZodType,
  P extends Params,
  V,
  S,
> extends Omit<FormActionDefinition<F, P, V, never, S>, 'role' | 'stepUp' | 'handle' | 'summary'> {
  readonly act: A;
  /** By default that of the command. */
  readonly summary?: string;
  readonly input: (
    sent: FormInput<P, F> & Uploading,
    context: V,
    deps: ApiDeps,
  ) => InputOf<A> | Promise<InputOf<A>>;
  /** The page that confirms the act or its proposal. */
  readonly back: (params: Parsed<P>) => string;
  /** The confirmation, or the reply that shows the result once. */
  readonly done:
    | Confirmation
    | ((
        deps: ApiDeps,
        context: V,
        result: ResultOf<A>,
        sent: FormInput<P, F>,
      ) => Reply | Promise<Reply>);
}

export interface PublicFormActionDefinition<
  F extends z.ZodType,
  P extends Params,
  L,
> extends PageFacts<P> {
  readonly fields: F;
  readonly handle: (deps: ApiDeps, context: L, input: FormInput<P, F>) => Promise<Reply>;
  readonly onError: (
    deps: ApiDeps,
    context: L,
    refusal: Refusal,
    params: Parsed<P>,
  ) => PublicScreen | Promise<PublicScreen>;
}

export interface LinkActionDefinition<P extends z.ZodType, L> extends PageFacts<P> {
  readonly params: P;
  readonly handle: (deps: ApiDeps, context: L, params: z.output<P>) => Promise<PublicScreen>;
}
