import { z } from 'zod';
import { checkBill } from '../check-bill';
import { receiveCallback, type CallbackCaller } from '../receive-callback';
import { says } from '../../../contract/fields';
import { definitionOf, orderKinds, type OrderKind } from '../../rules/kinds';
import { Problem } from '../../../kernel/rules/problem';
import type { ApiDeps } from '../../../http/api-deps';
import type { OperationFacts } from '../../../http/definition';
import { operation } from '../../../http/operation';
import { json, type Reply } from '../../../http/reply';
import type {
  BillCheck,
  CallbackReply,
  ProviderAccount,
  RawCallback,
} from '../../../providers/connectors/connector';
import { callbackRequest } from '../../../providers/connectors/generic/callback';

const callbackAccepted = z
  .object({
    status: z.literal(true).describe('Always true.'),
    message: z.string().describe('For humans; may change.'),
  })
  .meta({ id: 'CallbackAccepted' });

const example = { status: 'success', transactionId: 'T-20261121-0001' };
const endpoint = { family: 'callback', method: 'POST', raw: true } as const;
const errors: OperationFacts['errors'] = [
  'invalid_status',
  'invalid_amount',
  'foreign_currency',
  'order_not_found',
];

/** The path of an order kind belongs to the default provider account. */
function callbackOperation(orderKind: OrderKind) {
  const { callbackPath, idPrefix } = definitionOf(orderKind);
  const orderId =
    idPrefix === null
      ? '019a8a5e-6f2c-7c3b-9d41-3f2f6f1b8c55'
      : `${idPrefix}01kbk2v9q6m3x7t5w8y0z1a2b3`;
  return operation<'callback', undefined, undefined, z.ZodType>({
    ...endpoint,
    name: `${orderKind}Callback`,
    summary: `The provider reports the outcome of a ${orderKind}`,
    path: callbackPath,
    auth: 'callback',
    permission: 'callbacks:write',
    body: callbackRequest,
    success: { status: 201, schema: callbackAccepted },
    example: { body: { orderId, ...example } },
    errors,
    respond: (deps, { caller, headers, bytes: body }) =>
      answerCallback(deps, caller, { headers, body, topic: orderKind, receivedAt: new Date() }),
  });
}

const topic = z
  .string()
  .regex(/^[a-z0-9_-]{1,32}$/, says('not_found'))
  .describe('The subject of the callback.');
const accountParams = z.object({
  connector: z.string().describe('The connector of the account, for example `omise`.'),
  token: z.string().describe('Identifies the account. The console shows the URL.'),
});
const topicParams = accountParams.extend({ topic });

const accountEndpoint = {
  ...endpoint,
  auth: 'account',
  body: z.unknown().meta({ description: "In the provider's format, of any media type." }),
  success: {
    status: 201,
    schema: z.looseObject({}).meta({
      description: 'A provider that expects another status and body gets these.',
    }),
  },
  example: { body: { orderId: 'pay_01kbk2v9q6m3x7t5w8y0z1a2b3', ...example } },
  errors,
} as const;

const accountOperations = [
  // SCB requests the callback URL before it sends confirmations there.
  operation<'account', typeof accountParams>({
    family: 'callback',
    method: 'GET',
    name: 'accountCallbackTest',
    summary: 'A provider that signs nothing tests the callback URL',
    path: '/callbacks/:connector/:token',
    auth: 'account',
    params: accountParams,
    success: { status: 200, schema: callbackAccepted },
    errors: [],
    respond: async () => json(200, { status: true, message: 'Ready.' }),
  }),
  operation<'account', typeof accountParams, undefined, z.ZodType>({
    ...accountEndpoint,
    name: 'accountCallback',
    summary: 'The provider of an account reports an outcome',
    path: '/callbacks/:connector/:token',
    params: accountParams,
    respond: (deps, { caller, headers, bytes: body }) =>
      answerCallback(deps, caller, { headers, body, topic: null, receivedAt: new Date() }),
  }),
  operation<'account', typeof topicParams, undefined, z.ZodType>({
    ...accountEndpoint,
    name: 'accountTopicCallback',
    summary: 'The same with a subject. A bank verifies payments under `verify`',
    path: '/callbacks/:connector/:token/:topic',
    params: topicParams,
    respond: (deps, { caller, headers, bytes: body, params }) =>
      answerAccountTopic(deps, caller, {
        headers,
        body,
        topic: params.topic,
        receivedAt: new Date(),
      }),
  }),
];

/** At the topic `verify`, a bank verifies a bill payment before it takes the money. */
export function answerAccountTopic(
  deps: ApiDeps,
  caller: CallbackCaller,
  raw: RawCallback,
): Promise<Reply> {
  const { account } = caller;
  const { billCheck } = account.connector;
  return billCheck !== undefined && raw.topic === 'verify'
    ? answerBillCheck(deps, account, billCheck, raw)
    : answerCallback(deps, caller, raw);
}

/** Answers in the bank's own codes, also during a database outage: the bank then refuses to pay. */
async function answerBillCheck(
  deps: ApiDeps,
  account: ProviderAccount,
  billCheck: BillCheck,
  raw: RawCallback,
): Promise<Reply> {
  const question = billCheck.read(raw, account);
  if (question === null) return replyOf(billCheck.reply(null, 'unavailable'));
  try {
    const verdict = await checkBill(deps, account, question, raw);
    deps.metrics.billChecks.inc({ kind: question.kind, verdict });
    return replyOf(billCheck.reply(question, verdict));
  } catch (error) {
    deps.log.error({ err: error, account_id: account.id }, 'bill check failed');
    deps.metrics.billChecks.inc({ kind: question.kind, verdict: 'unavailable' });
    return replyOf(billCheck.reply(question, 'unavailable'));
  }
}

/** Answers in the form that the provider expects, else in that of the generic contract. */
export async function answerCallback(
  deps: ApiDeps,
  caller: CallbackCaller,
  raw: RawCallback,
): Promise<Reply> {
  const { connector } = caller.account;
  try {
    const received = await receiveCallback(deps, caller, raw);
    if (connector.replyTo !== undefined) return replyOf(connector.replyTo(raw, received));
    const isApplied = received.kind === 'stored' && received.applied;
    return json(201, { status: true, message: isApplied ? 'Applied.' : 'Accepted.' });
  } catch (error) {
    if (!(error instanceof Problem) || connector.replyTo === undefined) throw error;
    return replyOf(connector.replyTo(raw, { kind: 'problem', problem: error }));
  }
}

const replyOf = ({ status, body }: CallbackReply): Reply => json(status, body);

export const callbackOperations = [...orderKinds.map(callbackOperation), ...accountOperations];
