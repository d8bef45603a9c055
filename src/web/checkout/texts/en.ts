import type { ProblemCode } from '../../../domain/problem';

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
    title: 'This page cannot be opened like this',
    hint: 'Open the payment link from the shop again.',
  },
  qr_code_expired: {
    title: 'This QR code can no longer be paid',
    hint: 'Open the payment page to see how it stands.',
  },
  misdirected_request: {
    title: 'This page is not served at this address',
    hint: 'Open the payment link from the shop again.',
  },
  rate_limit_exceeded: {
    title: 'Too many tries',
    hint: 'Please wait a minute, then try again.',
  },
  unavailable: {
    title: 'Not available for a moment',
    hint: 'What you have paid is not affected. Please try again in a moment.',
  },
};

/** Why a slip was refused. */
const refusals: Readonly<Partial<Record<ProblemCode, string>>> = {
  missing_parameter: 'Choose a picture of the slip first.',
  invalid_image: 'This file is not a JPG, PNG, WebP or GIF. Please choose another.',
  slip_too_large: 'This file is larger than 4 MB. Please choose a smaller one.',
  payload_too_large: 'This file is larger than 4 MB. Please choose a smaller one.',
  too_many_slips: 'No more slips can be sent for this payment.',
  unsupported_media_type: 'The form was not complete. Please try again.',
  invalid_request: 'The form was not complete. Please try again.',
};

export const en = {
  skip: 'Skip to the content',
  secured: 'Secure payment page',
  language: 'Language',
  neverAsked: 'We never ask for your bank password, PIN or OTP.',
  provider: 'Payments by Saphan',
  title: (amount: string, merchant: string) => `Transfer ${amount} to ${merchant}`,
  states: {
    waiting: {
      name: 'Waiting for your transfer',
      hint: 'Scan the QR code with your bank’s app. This page updates by itself.',
    },
    checking: {
      name: 'We have your slip and are checking it',
      hint: 'Please do not pay again. This page updates by itself once the money is confirmed.',
    },
    resend: {
      name: 'We could not read your slip',
      hint: 'Please send a clearer picture. If you have paid, do not pay again.',
    },
    short: { name: 'Part of the amount has arrived' },
    paid: { name: 'Payment received', hint: 'All done. You can close this page.' },
    expired: {
      name: 'This QR code has expired',
      hint: 'Please do not pay with it any more.',
    },
    failed: {
      name: 'This payment did not go through',
      hint: 'Please do not pay with this QR code.',
    },
  },
  backTo: (merchant: string) => `To try again, go back to ${merchant} and start a new payment.`,
  shortHint: (received: string, amount: string, merchant: string) =>
    `We received ${received} of ${amount}. Your money is safe and on record. Please do not ` +
    `send more: contact ${merchant} with Ref 1 below.`,
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
  byHand: 'Or enter it by hand',
  byHandHint: 'Choose “Bill payment” in your bank’s app and copy these.',
  billerId: 'Biller ID',
  billerName: 'Receiver’s name',
  ref1: 'Ref 1',
  ref2: 'Ref 2',
  copy: 'Copy',
  copied: 'Copied',
  stepsTitle: 'How to pay',
  steps: (amount: string, billerName: string) => [
    'Save the QR code, or have another phone ready to scan it.',
    'Open your bank’s app, choose “Scan”, and pick the picture from your gallery.',
    `Check that it says ${billerName} and ${amount}, then confirm.`,
    'Come back to this page. It confirms your payment by itself.',
  ],
  slip: {
    title: {
      waiting: 'Paid, but nothing changed here?',
      checking: 'Slips you have sent',
      resend: 'Send the slip again',
      short: 'Transferred all of it?',
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
      received: 'Received, being checked',
      parsed: 'Readable, waiting for the bank',
      qr_not_found: 'No slip QR found. Please send the whole slip, unedited.',
      qr_invalid: 'Its QR could not be read. Please send a sharper picture.',
      unreadable: 'The picture could not be opened. Please send another.',
      wrong_qr: 'This is the QR to pay, not the slip. Please send the slip after paying.',
    },
    noneLeft: (merchant: string) =>
      `That was the last slip we can take. Please contact ${merchant} with Ref 1.`,
    refused: 'The slip was not sent.',
    refusals,
    unsent: 'The slip could not be sent now. Check your connection and try again.',
  },
  receipt: {
    amount: 'Amount paid',
    time: 'Time',
    to: 'To',
    from: 'From',
    ref: 'Ref 1',
    received: 'Received in all',
    tooMuch: (excess: string, merchant: string) =>
      `That is ${excess} more than was asked. Contact ${merchant} about the rest.`,
    late: 'Your transfer came after the time was up. It has been counted all the same.',
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
    pause: 'Stop reloading, to choose a file in peace',
    paused: 'This page does not reload now.',
    resume: 'Reload by itself again',
  },
  problems,
  problem: {
    title: 'Something went wrong on our side',
    hint: 'What you have paid is not affected. Please try again.',
  },
  tryAgain: 'Try again',
  requestId: 'Support code',
};

/** Every word of the pages. A table per language, so that none can lack what the other says. */
export type Texts = typeof en;
