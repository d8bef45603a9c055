import type { ProblemCode } from '../../../kernel/rules/problem';

const problems: Readonly<Partial<Record<ProblemCode, { title: string; hint: string }>>> = {
  page_not_found: {
    title: 'Payment page not found',
    hint: 'Check that the link is complete, or ask the shop for a new one.',
  },
  not_found: {
    title: 'Page not found',
    hint: 'Check that the link is complete, or ask the shop for a new one.',
  },
  method_not_allowed: {
    title: 'This page does not accept this request',
    hint: 'Open the payment link from the shop again.',
  },
  qr_code_expired: {
    title: 'This QR code can no longer be paid',
    hint: 'Open the payment page to see the status.',
  },
  misdirected_request: {
    title: 'This page is not available at this address',
    hint: 'Open the payment link from the shop again.',
  },
  open_orders_exceeded: {
    title: 'Many people are paying right now',
    hint: 'Please wait a moment, then try again.',
  },
  rate_limit_exceeded: {
    title: 'Too many attempts',
    hint: 'Please wait a minute, then try again.',
  },
  unavailable: {
    title: 'Temporarily unavailable',
    hint: 'Money already transferred is not affected. Please try again in a moment.',
  },
};

const refusals: Readonly<Partial<Record<ProblemCode, string>>> = {
  missing_parameter: 'Choose a picture of the slip first.',
  invalid_image: 'This file is not a JPG, PNG, WebP or GIF. Please choose another.',
  slip_too_large: 'This file is larger than 4 MB. Please choose a smaller one.',
  payload_too_large: 'This file is larger than 4 MB. Please choose a smaller one.',
  too_many_slips: 'No more slips can be sent for this payment.',
  unsupported_media_type: 'The form is incomplete. Please try again.',
  invalid_request: 'The form is incomplete. Please try again.',
};

export const en = {
  skip: 'Skip to the content',
  secured: 'Secure payment page',
  language: 'Language',
  neverAsked: 'We never ask for your bank password, PIN or OTP.',
  provider: (name: string) => `Payments by ${name}`,
  support: 'Help and contact',
  title: (amount: string, merchant: string) => `Transfer ${amount} to ${merchant}`,
  cardTitle: (amount: string, merchant: string) => `Pay ${amount} to ${merchant}`,
  states: {
    waiting: {
      name: 'Waiting for your transfer',
      hint: 'Scan the QR code with your bank’s app. This page updates automatically.',
    },
    checking: {
      name: 'Slip received: we are checking it',
      hint: 'Please do not pay again. This page updates once your payment is confirmed.',
    },
    resend: {
      name: 'We could not read your slip',
      hint: 'Please send a clearer picture. If you have paid, do not pay again.',
    },
    wrong_slip: {
      name: 'This slip is for another payment',
      hint: 'Send the slip of this transfer, or pay if you have not.',
    },
    short: { name: 'We received part of the amount' },
    beyond_link: { name: 'Sold out or closed before your transfer arrived' },
    link_closed: {
      name: 'Sold out or closed in the meantime',
      hint: 'Please do not pay with this QR code: the money would only be returned to you.',
    },
    paid: { name: 'Payment received', hint: 'All done. You can close this page.' },
    expired: {
      name: 'This QR code has expired',
      hint: 'Please do not pay with this QR code.',
    },
    failed: {
      name: 'This payment did not go through',
      hint: 'Please do not pay with this QR code.',
    },
    authenticate: {
      name: 'Confirm the payment with your bank',
      hint: 'The bank of your card asks you to confirm. This page then updates automatically.',
    },
    charging: {
      name: 'Your card is being charged',
      hint: 'Please do not pay again. This page updates automatically.',
    },
  },
  backTo: (merchant: string) => `To try again, go back to ${merchant} and start a new payment.`,
  cardFailed: (merchant: string) =>
    `The card payment failed. To try again, go back to ${merchant} and enter your card there.`,
  orPayByQr: 'You can also pay by QR code here.',
  payByQr: 'Pay by QR code',
  payByQrHint: 'With your bank’s app instead of the card.',
  retryCard: (merchant: string) => `Try again at ${merchant}`,
  renewable: 'If you have already paid with it, wait: this page shows when the money arrives.',
  newCode: 'New code',
  newCodeHint: 'Only if you have not paid yet.',
  backToPage: 'Back to the payment',
  payNow: 'Pay now (sandbox)',
  payNowHint: 'Acts as your bank’s app. No money moves.',
  authenticate: 'Continue to your bank',
  returnTo: (merchant: string) => `Back to ${merchant}`,
  shortHint: (received: string, amount: string, merchant: string) =>
    `We received ${received} of ${amount}. Your money is safe and on record. Please do not ` +
    `send more: contact ${merchant} with Ref 1 below.`,
  beyondHints: {
    held: (amount: string, merchant: string) =>
      `We received ${amount}, which does not count as a payment. Your money is safe: it is being ` +
      `reviewed and will be returned to you. Please do not pay again; contact ${merchant} with ` +
      'Ref 1 below.',
    returning: (amount: string) => `${amount} is on its way back to the account that sent it.`,
    returned: (amount: string) => `${amount} was returned to the account that sent it.`,
  },
  payTo: 'Pay to',
  merchant: 'Merchant',
  amount: 'Amount to transfer',
  /** Replaces `amount` when there is nothing to transfer now. */
  ordered: 'Amount of this payment',
  qrBand: 'Thai QR Payment',
  qrAlt: (amount: string, ref: string) => `Thai QR code to pay ${amount}, Ref 1 ${ref}`,
  timeLeft: 'Time left',
  timeIsUp: 'Time is up',
  /** Announced to screen readers. */
  minutesLeft: (minutes: number) => (minutes === 1 ? '1 minute left' : `${minutes} minutes left`),
  moment: (clock: string, day: string | null) => (day === null ? clock : `${clock} on ${day}`),
  save: 'Save QR code',
  saveHint: 'On this phone? Save it, then open it from the gallery in your bank’s app.',
  rule: (amount: string, moment: string) => `Transfer exactly ${amount}, once, before ${moment}.`,
  payFrom: 'Pay from your own account',
  showQr: 'Not paid yet? Show the QR code',
  showQrHint: 'Only if you have not transferred yet.',
  byHand: 'Or enter the details manually',
  byHandHint: 'Choose “Bill payment” in your bank’s app and copy these details.',
  scanOnly: 'This code can only be scanned',
  scanOnlyHint: 'The payment provider issued this QR code. It has no details to enter manually.',
  appShows: 'Your bank’s app must show the recipient',
  contact: (merchant: string) => `Contact ${merchant}`,
  billerId: 'Biller ID',
  billerName: 'Recipient name',
  ref1: 'Ref 1',
  ref2: 'Ref 2',
  copy: 'Copy',
  copied: 'Copied',
  stepsTitle: 'How to pay',
  steps: (amount: string, billerName: string) => [
    'Save the QR code, or scan it with another phone.',
    'Open your bank’s app, choose “Scan”, and pick the picture from your gallery.',
    `Check that it says ${billerName} and ${amount}, then confirm.`,
    'Return to this page. It confirms your payment automatically.',
  ],
  slip: {
    title: {
      waiting: 'Already paid but this page hasn’t changed?',
      checking: 'Slips sent',
      resend: 'Send the slip again',
      short: 'Already transferred the full amount?',
      ended: 'Already transferred?',
    },
    hint: 'Send the slip from your bank’s app and we will check it.',
    field: 'Picture of the slip',
    choose: 'Choose a picture',
    formats: 'JPG, PNG, WebP or GIF, up to 4 MB',
    send: 'Send slip',
    another: 'Send another slip',
    sending: 'Sending the slip',
    sent: (clock: string) => `Slip sent at ${clock}`,
    status: {
      received: 'Received, under review',
      parsed: 'Read, waiting for the bank',
      qr_not_found: 'No QR code found on the slip. Please send the whole slip, unedited.',
      qr_invalid: 'The QR code on the slip could not be read. Please send a sharper picture.',
      unreadable: 'The picture could not be opened. Please send another one.',
      wrong_qr: 'This is the payment QR code, not a slip. Please send the slip after paying.',
    },
    /** `facts`: amount and time of the transfer, or empty. */
    otherPayment: (facts: string) =>
      `This slip is for another payment${facts === '' ? '' : ` (${facts})`}. Send the slip of ` +
      'this transfer, or pay if you have not.',
    unknownTransfer:
      'The bank does not know the transfer on this slip. If you have paid, do not pay again: ' +
      'send the slip of this transfer.',
    noneLeft: (merchant: string) =>
      `No more slips can be uploaded. Please contact ${merchant} with Ref 1.`,
    refused: 'Slip not sent.',
    refusals,
    unsent: 'The slip could not be sent. Check your connection and try again.',
  },
  receipt: {
    amount: 'Amount paid',
    time: 'Time',
    to: 'To',
    from: 'From',
    ref: 'Ref 1',
    received: 'Total received',
    tooMuch: (excess: string, merchant: string) =>
      `You paid ${excess} too much. Contact ${merchant} about the difference.`,
    twice: (merchant: string) =>
      `More than one of your transfers arrived. Contact ${merchant} to get the rest back.`,
    late: 'Your transfer arrived after the deadline, but it was still accepted.',
  },
  card: {
    lines: (billerName: string, ref: string, moment: string) => [
      `To: ${billerName}`,
      `Ref 1: ${ref}`,
      `Pay before ${moment}`,
    ],
    footer: 'Exactly this amount, once',
  },
  reload: {
    pause: 'Pause reloading while you choose a file',
    paused: 'Automatic reloading is paused.',
    resume: 'Resume automatic reloading',
  },
  problems,
  problem: {
    title: 'Something went wrong on our side',
    hint: 'Money already transferred is not affected. Please try again.',
  },
  tryAgain: 'Try again',
  requestId: 'Support code',
};

/** Both languages have this type, so the compiler finds a missing text. */
export type Texts = typeof en;
