import { isDeepStrictEqual } from 'node:util';
import { newPaymentRef } from '../../../src/platform/new-id';
import { ApiError } from '../../web/api-error';
import type { Book } from '../book';
import { requestCallbacks } from '../callbacks/new-callback';
import type { CallbackSender } from '../callbacks/callback-sender';
import { requestState, type GatewayRequest, type Instruction, type RequestKind } from '../records';
import {
  decidedCallbacks,
  scenarioOf,
  type CallbackDelays,
  type Outcome,
  type PlannedCallback,
} from './scenarios';

export interface RequestsDeps {
  readonly book: Book;
  readonly sender: CallbackSender;
  readonly clock: () => number;
  readonly delays: CallbackDelays;
  readonly refundsWait: boolean;
}

const FAILED_ONCE_MAX = 1_000;

/** The payouts, refunds and charges that the gateway requests. */
export class Requests {
  readonly #deps: RequestsDeps;
  /** References that have received their 500. The oldest are dropped, and receive another. */
  readonly #failedOnce = new Set<string>();

  constructor(deps: RequestsDeps) {
    this.#deps = deps;
  }

  /** Throws a 404 ApiError. */
  find(kind: RequestKind, orderId: string): GatewayRequest {
    const request = this.#deps.book.request(kind, orderId);
    if (request === null) throw new ApiError(404, `${kind}_not_found`, `No such ${kind}.`);
    return request;
  }

  /**
   * Stores a request and executes its scenario. Throws an ApiError: 409 `duplicate_reference` for
   * a repeated request, 409 `reference_reused` for another one with its order id, 422
   * `payment_not_found` for a refund of a charge that took no money, 422 or 500 by the scenario.
   */
  submit(instruction: Instruction): 'accepted' | 'no_response' {
    const { book, clock } = this.#deps;
    const known = book.request(instruction.kind, instruction.orderId);
    if (known !== null) throw repeatedError(known, instruction);
    this.#requireCharge(instruction);
    const scenario = scenarioOf(instruction, this.#deps.refundsWait);
    if (scenario.response === 'rejected') {
      throw new ApiError(422, scenario.failure.code, scenario.failure.message);
    }
    if (scenario.response === 'error_once') this.#failOnce(instruction);
    const acceptedAt = new Date(clock()).toISOString();
    const pending: GatewayRequest = {
      type: 'request',
      instruction,
      acceptedAt,
      decision: null,
      callbacks: [],
    };
    this.#store(pending, scenario.callbacks);
    return scenario.response === 'no_response' ? 'no_response' : 'accepted';
  }

  /**
   * Decides a pending request. Idempotent. Throws an ApiError: 404, or 409 `already_decided` if it
   * has the other outcome.
   */
  decide(kind: RequestKind, orderId: string, outcome: Outcome): GatewayRequest {
    const request = this.find(kind, orderId);
    const state = requestState(request);
    if (state === 'waiting') return this.#store(request, decidedCallbacks[outcome]);
    if (state === (outcome === 'succeed' ? 'succeeded' : 'failed')) return request;
    throw new ApiError(409, 'already_decided', `The ${kind} has already ${state}.`);
  }

  #store(request: GatewayRequest, planned: readonly PlannedCallback[]): GatewayRequest {
    const { book, sender, clock, delays } = this.#deps;
    const [first] = planned;
    if (first === undefined) {
      book.put(request);
      return request;
    }
    const decision = {
      transactionId: `SBX${newPaymentRef()}`,
      failure: first.failure,
      decidedAt: new Date(clock()).toISOString(),
    };
    const callbacks = requestCallbacks(request.instruction, decision, planned, delays);
    const decided = { ...request, decision, callbacks };
    book.put(decided);
    sender.poll();
    return decided;
  }

  /** A refund to a token requires a succeeded charge. */
  #requireCharge(instruction: Instruction): void {
    if (instruction.kind !== 'refund' || instruction.account !== null) return;
    const charge = this.#deps.book.request('charge', instruction.paymentId);
    if (charge !== null && requestState(charge) === 'succeeded') return;
    throw new ApiError(422, 'payment_not_found', 'No succeeded charge has this payment id.');
  }

  #failOnce({ kind, orderId }: Instruction): void {
    const reference = `${kind} ${orderId}`;
    if (this.#failedOnce.has(reference)) return;
    const [oldest] = this.#failedOnce;
    if (this.#failedOnce.size >= FAILED_ONCE_MAX && oldest !== undefined) {
      this.#failedOnce.delete(oldest);
    }
    this.#failedOnce.add(reference);
    throw new ApiError(500, 'internal_error', 'Internal error. The request was not stored.');
  }
}

function repeatedError(known: GatewayRequest, instruction: Instruction): ApiError {
  const { kind } = instruction;
  return isDeepStrictEqual(known.instruction, instruction)
    ? new ApiError(409, 'duplicate_reference', `This ${kind} already exists.`)
    : new ApiError(409, 'reference_reused', `Another ${kind} has this order id.`);
}
