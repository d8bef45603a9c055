<?php

declare(strict_types=1);

namespace Saphan;

/**
 * Requests, responses and events as they are on the wire, for static analysis and editors.
 *
 * Written by `npm run client:types` from docs/openapi.json. Amounts are in baht, with up to two
 * decimals. Times are ISO 8601 text in UTC.
 *
 * @phpstan-type QrCodeRequest array{
 *     // Whole baht.
 *     amount: int,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // The name of your customer. Returned as you sent it.
 *     client_name?: string|null,
 *     // The bank of your customer. Returned as you sent it.
 *     client_bank_name?: string|null,
 *     // The account number of your customer. Returned as you sent it.
 *     client_bank_account?: string|null,
 *     // Your own order number. The payment and its events have it.
 *     reference?: string|null,
 *     // Minutes until the code expires, 15 without it.
 *     expiry_minutes?: int|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata?: array<string, mixed>|null,
 *     // What is paid for, on one line. Anyone with the link of the checkout sees it.
 *     description?: string|null,
 *     // Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
 *     // http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token
 *     // payment without it is declined when its payer must authenticate.
 *     return_url?: string|null,
 *     // In place of the header `Idempotency-Key`.
 *     idempotency_key?: string|null,
 * }
 *
 * @phpstan-type QrCode array{
 *     // The id of the code.
 *     qr_code_id: string,
 *     // The text of the QR code, in the format of Thai QR payments.
 *     qr_data: string,
 *     // A PNG of the code; SVG with `?format=svg`, with amount and texts `?style=card`.
 *     qr_image_url: string,
 *     // The page on which the payer pays and sees the outcome, in Thai and English. Anyone with
 *     // the link can open it.
 *     checkout_url: string,
 *     // The amount of the order in baht, without fees.
 *     amount: int,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your own order number, as you sent it. Null without one.
 *     reference: string|null,
 *     // As you sent it.
 *     client_name?: string,
 *     // As you sent it.
 *     client_bank_name?: string,
 *     // As you sent it.
 *     client_bank_account?: string,
 *     // Until when it can be paid. It then expires, and later money is credited as `late`.
 *     expires_at: string,
 *     // The payment that the code pays. Its events have the id.
 *     payment_id: string,
 *     // Always `pending`: nobody has paid it yet.
 *     status: 'pending',
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata: array<string, mixed>|null,
 * }
 *
 * @phpstan-type TokenPaymentRequest array{
 *     // The token of a card or wallet, by the provider's own form. It can be charged once.
 *     token_id: string,
 *     // Whole baht.
 *     amount: int,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your own order number. The payment and its events have it.
 *     reference?: string|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata?: array<string, mixed>|null,
 *     // What is paid for, on one line. Anyone with the link of the checkout sees it.
 *     description?: string|null,
 *     // Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
 *     // http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token
 *     // payment without it is declined when its payer must authenticate.
 *     return_url?: string|null,
 *     // The failed or expired payment that this one tries again: both have one checkout, with at
 *     // most five payments, of which one is credited. The amount must be the same.
 *     previous_payment_id?: string|null,
 * }
 *
 * @phpstan-type Payer array{
 *     // The holder of the account. Null if unknown.
 *     name: string|null,
 *     // The name of the bank. Null if unknown.
 *     bank_name: string|null,
 *     // Three digits. Null for an unknown name.
 *     bank_code: string|null,
 *     // Masked.
 *     account_number: string|null,
 * }
 *
 * @phpstan-type Failure array{
 *     // The reason for programs. Codes of providers are passed on as they are.
 *     code: string,
 *     // The reason for humans; may change.
 *     message: string,
 * }
 *
 * @phpstan-type NextAction array{
 *     // Always `redirect`.
 *     type: 'redirect',
 *     // Open it in the browser of the payer.
 *     url: string,
 * }
 *
 * @phpstan-type Payment array{
 *     // The id of the payment.
 *     payment_id: string,
 *     // Its QR code. Null for a token payment.
 *     qr_code_id: string|null,
 *     // `pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
 *     // failed one `succeeded`.
 *     status: 'pending'|'succeeded'|'failed'|'expired',
 *     // The amount of the order in baht, without fees.
 *     amount: int,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your own order number, as you sent it. Null without one.
 *     reference: string|null,
 *     // When the object was created.
 *     created_at: string,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 *     // Until when it can be paid. It then expires, and later money is credited as `late`.
 *     expires_at: string|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata: array<string, mixed>|null,
 *     // True when the money arrived after the order had expired or failed.
 *     late: bool,
 *     // What the payer has paid, in baht.
 *     amount_received: int|float,
 *     // What the balance has of it, in baht: credited, and not reversed.
 *     amount_credited: int|float,
 *     // What was refunded of it, in baht.
 *     amount_refunded: int|float,
 *     // What was reversed after it was credited, in baht, for example by a chargeback.
 *     amount_reversed: int|float,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was credited and not taken back, without the fee and its VAT. Negative only by the
 *     // fees of charge-backs.
 *     net: int|float,
 *     // Who paid, as reported by the bank. Null until the money was credited, and when the bank
 *     // reports no payer.
 *     payer: Payer|null,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // How it is paid: by QR code or by token.
 *     method: 'qr'|'token',
 *     // How a refund of it is paid. `native`: the provider returns the money to the payer. `push`:
 *     // the provider pays it out to a bank account. `manual`: an operator transfers it. Null: the
 *     // provider of your own account refunds nothing; return the money from there.
 *     refund_method: 'native'|'push'|'manual'|null,
 *     // What the payer of a pending payment must do: open the URL in a browser, which then returns
 *     // to `return_url`. Null when there is nothing to do.
 *     next_action: NextAction|null,
 *     // The page of the payment. Null for a token payment without a page.
 *     checkout_url: string|null,
 *     // The payment link on whose page the payer started the payment.
 *     payment_link_id: string|null,
 *     // The expired or failed payment that this one replaces: its payer asked for a code on its
 *     // checkout, or you named it.
 *     previous_payment_id: string|null,
 * }
 *
 * @phpstan-type PaymentsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 *     // Only payments with this status.
 *     status?: 'pending'|'succeeded'|'failed'|'expired',
 *     // Only those with your reference.
 *     reference?: string,
 *     // Only payments of this payment link.
 *     payment_link_id?: string,
 * }
 *
 * @phpstan-type PaymentPage array{
 *     // Newest first.
 *     payments: list<Payment>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type PaymentLinkRequest array{
 *     // What is paid for: the heading of the page.
 *     title: string,
 *     // More about it, on one line, below the heading.
 *     description?: string|null,
 *     // Whole baht. Null: the payer enters an amount within the bounds.
 *     amount?: int|null,
 *     // The least that a payer can enter, in whole baht.
 *     amount_min?: int|null,
 *     // The most that a payer can enter, in whole baht.
 *     amount_max?: int|null,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // How many payments can succeed: 1 for single use, null for any number. Money beyond the
 *     // limit is not credited; an operator returns it to its payer.
 *     payments_max?: int|null,
 *     // No payment can be started before it.
 *     starts_at?: string|null,
 *     // No payment can be started from then on. A started one can be paid for 15 minutes.
 *     ends_at?: string|null,
 *     // Where the checkouts of its payments lead the payer back to, with the query parameter
 *     // `payment_id`. https; http in a sandbox only. Reaching it proves no payment.
 *     return_url?: string|null,
 *     // Copied to each payment of the link.
 *     metadata?: array<string, mixed>|null,
 * }
 *
 * @phpstan-type PaymentLink array{
 *     // The id of the link.
 *     payment_link_id: string,
 *     // The page of the link, in Thai and English. Opening it creates nothing.
 *     url: string,
 *     // `active`: payments can be started. `sold_out`: `payments_max` payments have succeeded.
 *     // `stopped` is final; money that arrives afterwards is not credited.
 *     status: 'stopped'|'sold_out'|'ended'|'scheduled'|'active',
 *     // The heading of the page.
 *     title: string,
 *     // The text below the heading. Null without one.
 *     description: string|null,
 *     // In baht. Null: the payer enters an amount.
 *     amount: int|null,
 *     // The least that a payer can enter. Null: no bound.
 *     amount_min: int|null,
 *     // The most that a payer can enter. Null: no bound.
 *     amount_max: int|null,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // How many payments can succeed. Null: any number.
 *     payments_max: int|null,
 *     // A refund does not reduce it. List them by `payment_link_id`.
 *     payments_succeeded: int,
 *     // When payments can begin. Null: at once.
 *     starts_at: string|null,
 *     // When payments can no longer begin, if ever.
 *     ends_at: string|null,
 *     // When it was stopped. Null: it was not.
 *     stopped_at: string|null,
 *     // Where its checkouts lead back to, if anywhere.
 *     return_url: string|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata: array<string, mixed>|null,
 *     // The monthly mail with which it was sent. Null for a link of your own.
 *     monthly_mail_id: string|null,
 *     // When the object was created.
 *     created_at: string,
 * }
 *
 * @phpstan-type PaymentLinksQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 * }
 *
 * @phpstan-type PaymentLinkPage array{
 *     // Newest first.
 *     payment_links: list<PaymentLink>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type PaymentLinkChange array{
 *     // What is paid for: the heading of the page.
 *     title?: string,
 *     // More about it, on one line, below the heading.
 *     description?: string|null,
 *     // How many payments can succeed: 1 for single use, null for any number. Money beyond the
 *     // limit is not credited; an operator returns it to its payer.
 *     payments_max?: int|null,
 *     // No payment can be started before it.
 *     starts_at?: string|null,
 *     // No payment can be started from then on. A started one can be paid for 15 minutes.
 *     ends_at?: string|null,
 *     // Where the checkouts of its payments lead the payer back to, with the query parameter
 *     // `payment_id`. https; http in a sandbox only. Reaching it proves no payment.
 *     return_url?: string|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata?: array<string, mixed>|null,
 * }
 *
 * @phpstan-type MonthlyMailRequest array{
 *     // The address of the payer, who can end the mails by a link in each.
 *     email: string,
 *     // Day of the month, in Bangkok. A shorter month has it on its last day.
 *     day: int,
 *     // Of the mails.
 *     language?: 'th'|'en',
 * }
 *
 * @phpstan-type MonthlyMail array{
 *     // The id of the monthly mail.
 *     monthly_mail_id: string,
 *     // The link whose terms each month has.
 *     payment_link_id: string,
 *     // The address. Null once the mails have ended.
 *     email: string|null,
 *     // Day of the month, or its last day.
 *     day: int,
 *     // Of the mails.
 *     language: 'th'|'en',
 *     // The next mail. Null once they have ended.
 *     next_at: string|null,
 *     // When the mails ended. Null: they go on.
 *     ended_at: string|null,
 *     // `payer`: by the link in a mail; the address gets no other monthly mail of yours. `link`:
 *     // the payment link was stopped, or its period is over.
 *     ended_by: 'merchant'|'payer'|'link'|null,
 *     // When the object was created.
 *     created_at: string,
 * }
 *
 * @phpstan-type ListedMonthlyMail array{
 *     // The id of the monthly mail.
 *     monthly_mail_id: string,
 *     // The link whose terms each month has.
 *     payment_link_id: string,
 *     // The address. Null once the mails have ended.
 *     email: string|null,
 *     // Day of the month, or its last day.
 *     day: int,
 *     // Of the mails.
 *     language: 'th'|'en',
 *     // The next mail. Null once they have ended.
 *     next_at: string|null,
 *     // When the mails ended. Null: they go on.
 *     ended_at: string|null,
 *     // `payer`: by the link in a mail; the address gets no other monthly mail of yours. `link`:
 *     // the payment link was stopped, or its period is over.
 *     ended_by: 'merchant'|'payer'|'link'|null,
 *     // When the object was created.
 *     created_at: string,
 *     // The link of the last mail, for one payment. Null before the first.
 *     last_payment_link_id: string|null,
 *     // Its month, as `2026-12`.
 *     last_month: string|null,
 *     // Whether its payment has succeeded.
 *     last_paid: bool|null,
 * }
 *
 * @phpstan-type MonthlyMails array{
 *     // At most 1,000: active ones first, then newest first.
 *     monthly_mails: list<ListedMonthlyMail>,
 * }
 *
 * @phpstan-type Destination array{
 *     // The name of the bank: its code such as `KBANK`, or its Thai or English name.
 *     bank_name: string,
 *     // 6 to 15 digits; spaces and dashes are ignored.
 *     account_number: string,
 *     // The holder of the account.
 *     account_name: string,
 * }
 *
 * @phpstan-type RefundRequest array{
 *     // The payment, or the `orderId` of the deposit, to refund.
 *     payment_id: string,
 *     // In baht. Absent: all that is left to refund.
 *     amount?: int|float|null,
 *     // Why. The payer does not see it.
 *     reason?: string|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata?: array<string, mixed>|null,
 *     // The account to pay to, where the account that paid is unknown. Not for a payment whose
 *     // `refund_method` is `native`.
 *     destination?: Destination|null,
 * }
 *
 * @phpstan-type RefundDestination array{
 *     // `token`: the card or wallet of the token. `payer`: by the provider, to the payer.
 *     type: 'bank_account'|'token'|'payer',
 *     // Of a `bank_account`.
 *     bank_name: string|null,
 *     // Of a `bank_account`, masked.
 *     account_number: string|null,
 * }
 *
 * @phpstan-type OrderApproval array{
 *     // `failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back.
 *     status: 'pending'|'approved'|'rejected'|'expired'|'withdrawn'|'failed',
 *     // Until when somebody can decide. It then expires, and nothing is sent.
 *     expires_at: string,
 * }
 *
 * @phpstan-type Refund array{
 *     // The id of the refund.
 *     refund_id: string,
 *     // The refunded payment or deposit.
 *     payment_id: string,
 *     // The id of the refund in the list of transactions.
 *     transaction_id: string,
 *     // In baht. Has decimals if the payment was credited with satang.
 *     amount: int|float,
 *     // What was returned after the payout had succeeded, or sent although it had failed, in baht.
 *     amount_reversed: int|float,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // `pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
 *     // paid. `failed`: nothing was paid, and the amount is available again.
 *     status: 'pending'|'processing'|'succeeded'|'failed',
 *     // `native`: the provider returns the money to the payer. `push`: the provider pays it out to
 *     // a bank account. `manual`: an operator of the gateway transfers it to a bank account.
 *     method: 'native'|'push'|'manual',
 *     // The reason, as you sent it.
 *     reason: string|null,
 *     // Where the money goes.
 *     destination: RefundDestination,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // Null: it needs no approval. Until another person approves it, the amount is held and
 *     // nothing is sent.
 *     approval: OrderApproval|null,
 *     // At most 16 KB as JSON and 8 levels, without NUL characters and without numbers that a
 *     // double cannot represent exactly: send longer ones as text. Returned with the same members
 *     // and values; JSON objects have no order.
 *     metadata: array<string, mixed>|null,
 *     // When the object was created.
 *     created_at: string,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 * }
 *
 * @phpstan-type RefundsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 *     // Only refunds with this status.
 *     status?: 'pending'|'processing'|'succeeded'|'failed',
 *     // Only those of the payment.
 *     payment_id?: string,
 * }
 *
 * @phpstan-type RefundPage array{
 *     // Newest first.
 *     refunds: list<Refund>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type TransactionsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 *     // Only transactions with this status.
 *     status?: 'succeeded'|'failed'|'pending'|'refunded',
 *     // Only transactions of this type.
 *     type?: 'payment'|'refund',
 * }
 *
 * @phpstan-type Transaction array{
 *     // The id of the transaction.
 *     transaction_id: string,
 *     // The payment; for a refund, the refunded payment.
 *     payment_id: string,
 *     // Money in, or money back.
 *     type: 'payment'|'refund',
 *     // `refunded`: a payment of which nothing is left to refund.
 *     status: 'succeeded'|'failed'|'pending'|'refunded',
 *     // In baht, negative for a refund. Has decimals where the bank moved satang.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // When the object was created.
 *     created_at: string,
 * }
 *
 * @phpstan-type TransactionPage array{
 *     // Newest first.
 *     transactions: list<Transaction>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type DepositRequest array{
 *     // Baht, with at most two decimals.
 *     amount: int|float,
 *     // Your customer's user name at your shop.
 *     userName: string,
 *     // The customer's first name.
 *     firstName: string,
 *     // The customer's last name.
 *     lastName: string,
 *     // The name of the bank: its code such as `KBANK`, or its Thai or English name.
 *     bankName: string,
 *     // The account that the customer will pay from.
 *     accountNumber: string,
 *     // What is paid for, on one line. Anyone with the link of the checkout sees it.
 *     description?: string|null,
 *     // Where the checkout leads the payer back to, with the query parameter `payment_id`. https;
 *     // http in a sandbox only. Reaching it proves no payment: wait for the webhook. A token
 *     // payment without it is declined when its payer must authenticate.
 *     return_url?: string|null,
 * }
 *
 * @phpstan-type DepositCreatedData array{
 *     // The id of the deposit.
 *     orderId: string,
 *     // The page on which the customer pays: redirect to it.
 *     url: string,
 *     // The reference of the transfer, which the payment page shows.
 *     ref: string,
 *     // The same as `url`.
 *     checkout_url: string,
 * }
 *
 * @phpstan-type DepositCreated array{
 *     // Always 1001: accepted.
 *     status: 1001,
 *     // For humans; may change.
 *     message: string,
 *     // The new deposit.
 *     data: DepositCreatedData,
 * }
 *
 * @phpstan-type DepositsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 *     // Only deposits with this status.
 *     status?: 'pending'|'succeeded'|'failed'|'expired',
 * }
 *
 * @phpstan-type ListedDeposit array{
 *     // The id of the deposit.
 *     orderId: string,
 *     // `pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
 *     // failed one `succeeded`.
 *     status: 'pending'|'succeeded'|'failed'|'expired',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // The reference of the transfer, which the payment page shows.
 *     ref: string,
 *     // The page on which the customer pays: redirect to it.
 *     url: string,
 *     // The same as `url`.
 *     checkout_url: string,
 *     // Your customer's user name, as you sent it.
 *     userName: string,
 *     // The name of the bank, as you sent it.
 *     bankName: string,
 *     // The bank's three-digit code. Null for a bank name that the gateway does not know.
 *     bankCode: string|null,
 *     // Masked.
 *     accountNumber: string,
 *     // What the payer has paid, in baht.
 *     amount_received: int|float,
 *     // What the balance has of it, in baht: credited, and not reversed.
 *     amount_credited: int|float,
 *     // What was reversed after it was credited, in baht, for example by a chargeback.
 *     amount_reversed: int|float,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was credited and not taken back, without the fee and its VAT. Negative only by the
 *     // fees of charge-backs.
 *     net: int|float,
 *     // True when the money arrived after the order had expired or failed.
 *     late: bool,
 *     // Who paid, as reported by the bank. Null until the money was credited, and when the bank
 *     // reports no payer.
 *     payer: Payer|null,
 *     // Whether the money came from the account of `bankName` and `accountNumber`. False: another
 *     // account paid. Null: not paid, or too little is known of the payer.
 *     payer_matches: bool|null,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // When the object was created.
 *     created_at: string,
 *     // Until when it can be paid. It then expires, and later money is credited as `late`.
 *     expires_at: string,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 * }
 *
 * @phpstan-type DepositPage array{
 *     // Newest first, without slips.
 *     deposits: list<ListedDeposit>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type SlipRequest array{
 *     // The `orderId` of the deposit.
 *     orderId: string,
 *     // The `ref` of the deposit. It is compared, not required to match.
 *     ref: string,
 *     // A JPEG, PNG, WebP or GIF of at most 4 MiB, in base64.
 *     base64Image: string,
 * }
 *
 * @phpstan-type SlipAccepted array{
 *     // Always 1001: accepted.
 *     status: 1001,
 *     // For humans; may change.
 *     message: string,
 *     // Always empty.
 *     data: array<string, mixed>,
 * }
 *
 * @phpstan-type Slip array{
 *     // The id of the slip.
 *     slip_id: string,
 *     // `received`: not read yet. `parsed`: its QR code names a transfer. `wrong_qr`: it shows the
 *     // QR code for paying. `qr_not_found`: no QR code. `qr_invalid`: another QR code.
 *     // `unreadable`: not a picture that can be read.
 *     status: 'received'|'parsed'|'qr_not_found'|'qr_invalid'|'unreadable'|'wrong_qr',
 *     // Whether the transfer paid this deposit, by its bank; while `verification` is `pending` or
 *     // null, whether the sender's `ref` is the deposit's.
 *     ref_matches: bool,
 *     // The code of the bank that sent the transfer.
 *     sending_bank: string|null,
 *     // The bank's reference of the transfer.
 *     trans_ref: string|null,
 *     // What the bank says of the transfer. `mismatch`: its amount or receiver is not that of the
 *     // deposit. Null: the bank is not asked.
 *     verification: 'verified'|'mismatch'|'pending'|null,
 *     // Whether the transfer paid another order, or an earlier slip of one names it.
 *     duplicate: bool,
 *     // That order's id, if the order is your own.
 *     duplicate_of: string|null,
 *     // Of the transfer in baht, as the bank reports it. Null while unknown.
 *     paid_amount: int|float|null,
 *     // When the transfer was made. Null while unknown.
 *     paid_at: string|null,
 *     // When the gateway received the slip.
 *     received_at: string,
 * }
 *
 * @phpstan-type Deposit array{
 *     // The id of the deposit.
 *     orderId: string,
 *     // `pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
 *     // failed one `succeeded`.
 *     status: 'pending'|'succeeded'|'failed'|'expired',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // The reference of the transfer, which the payment page shows.
 *     ref: string,
 *     // The page on which the customer pays: redirect to it.
 *     url: string,
 *     // The same as `url`.
 *     checkout_url: string,
 *     // Your customer's user name, as you sent it.
 *     userName: string,
 *     // The name of the bank, as you sent it.
 *     bankName: string,
 *     // The bank's three-digit code. Null for a bank name that the gateway does not know.
 *     bankCode: string|null,
 *     // Masked.
 *     accountNumber: string,
 *     // What the payer has paid, in baht.
 *     amount_received: int|float,
 *     // What the balance has of it, in baht: credited, and not reversed.
 *     amount_credited: int|float,
 *     // What was reversed after it was credited, in baht, for example by a chargeback.
 *     amount_reversed: int|float,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was credited and not taken back, without the fee and its VAT. Negative only by the
 *     // fees of charge-backs.
 *     net: int|float,
 *     // True when the money arrived after the order had expired or failed.
 *     late: bool,
 *     // Who paid, as reported by the bank. Null until the money was credited, and when the bank
 *     // reports no payer.
 *     payer: Payer|null,
 *     // Whether the money came from the account of `bankName` and `accountNumber`. False: another
 *     // account paid. Null: not paid, or too little is known of the payer.
 *     payer_matches: bool|null,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // When the object was created.
 *     created_at: string,
 *     // Until when it can be paid. It then expires, and later money is credited as `late`.
 *     expires_at: string,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 *     // The slips that were uploaded for it, oldest first.
 *     slips: list<Slip>,
 * }
 *
 * @phpstan-type WithdrawalRequest array{
 *     // Baht, with at most two decimals.
 *     amount: int|float,
 *     // Your customer's user name at your shop.
 *     username: string,
 *     // The name of the bank: its code such as `KBANK`, or its Thai or English name.
 *     bankName: string,
 *     // 6 to 15 digits; spaces and dashes are ignored.
 *     accountNumber: string,
 *     // The account holder's first name in Thai.
 *     firstNameTH: string,
 *     // The account holder's last name in Thai.
 *     lastNameTH: string,
 * }
 *
 * @phpstan-type WithdrawalCreated array{
 *     // Always 1001: accepted.
 *     status: 1001,
 *     // For humans; may change.
 *     message: string,
 *     // The id of the withdrawal.
 *     orderId: string,
 * }
 *
 * @phpstan-type WithdrawalsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // How many objects to skip. A `cursor` is better: it neither skips nor repeats objects.
 *     offset?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only objects created at or after this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     start_date?: string|\DateTimeInterface,
 *     // Only objects created at or before this time. A day is a day in Bangkok, from its start to
 *     // its end. A date-time without an offset is in UTC. Years from 2400 to 2699 are of the
 *     // Buddhist era.
 *     end_date?: string|\DateTimeInterface,
 *     // Only withdrawals with this status.
 *     status?: 'pending'|'processing'|'succeeded'|'failed',
 * }
 *
 * @phpstan-type Withdrawal array{
 *     // The id of the withdrawal.
 *     orderId: string,
 *     // `pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
 *     // paid. `failed`: nothing was paid, and the amount is available again.
 *     status: 'pending'|'processing'|'succeeded'|'failed',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // What was returned after the payout had succeeded, or sent although it had failed, in baht.
 *     amount_reversed: int|float,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your customer's user name, as you sent it.
 *     username: string,
 *     // The name of the bank, as you sent it.
 *     bankName: string,
 *     // The bank's three-digit code. Null for a bank name that the gateway does not know.
 *     bankCode: string|null,
 *     // Masked.
 *     accountNumber: string,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // Null: it needs no approval. Until another person approves it, the amount is held and
 *     // nothing is sent.
 *     approval: OrderApproval|null,
 *     // When the object was created.
 *     created_at: string,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 * }
 *
 * @phpstan-type WithdrawalPage array{
 *     // Newest first.
 *     withdrawals: list<Withdrawal>,
 *     // How many objects match the filters.
 *     total: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type Maturing array{
 *     // In Bangkok. Null: the bank holidays of its year are not known yet.
 *     date: string|null,
 *     // Becomes available on that day, in baht.
 *     amount: int|float,
 * }
 *
 * @phpstan-type Balance array{
 *     // What can be paid out, in baht.
 *     available: int|float,
 *     // Held for payouts that have not ended, in baht.
 *     held: int|float,
 *     // Credited, and available after a number of bank days, in baht.
 *     pending: int|float,
 *     // The pending money by day, soonest first.
 *     maturing: list<Maturing>,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 * }
 *
 * @phpstan-type BalanceEntriesQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 * }
 *
 * @phpstan-type BalanceEntry array{
 *     // The id of the entry.
 *     entry_id: string,
 *     // What moved the money, for example `receive` or `fee`.
 *     type: string,
 *     // The order that caused it. Null without one.
 *     order_id: string|null,
 *     // The change of the available balance, in baht.
 *     available: int|float,
 *     // The change of the held balance, in baht.
 *     held: int|float,
 *     // The change of the pending balance, in baht.
 *     pending: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // When the entry was posted.
 *     created_at: string,
 * }
 *
 * @phpstan-type BalanceEntryPage array{
 *     // Newest first.
 *     entries: list<BalanceEntry>,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type PriceBand array{
 *     // The lowest amount of the band, in baht. The first band begins at 0.
 *     from: int|float,
 *     // Share of the amount in percent: `1.65` is 1.65 %.
 *     percent: int|float,
 *     // Fixed part in baht, added to the share.
 *     flat: int|float,
 *     // The fee is at least this, in baht. Null: no minimum.
 *     min: int|float|null,
 *     // The fee is at most this, in baht. Null: no maximum.
 *     max: int|float|null,
 * }
 *
 * @phpstan-type Price array{
 *     // The id of this version of the price.
 *     price_id: string,
 *     // `qr` and `token`: payments of the method. The others: orders of the kind.
 *     method: 'qr'|'token'|'deposit'|'withdrawal'|'refund',
 *     // Applies to money that moves from this time on, until the next version.
 *     valid_from: string,
 *     // True: a refund returns its share of the fee of its payment.
 *     returned_with_refunds: bool,
 *     // The fee of a charge-back that you bear, in baht, without VAT.
 *     dispute: int|float,
 *     // True: the fee of money that is charged back, or whose credit is undone, is kept.
 *     kept_after_dispute: bool,
 *     // Lowest first. The amount of an order selects its band.
 *     bands: list<PriceBand>,
 * }
 *
 * @phpstan-type PriceList array{
 *     // All versions, newest first.
 *     prices: list<Price>,
 *     // The present rate of VAT on fees, in percent.
 *     vat_percent: int|float,
 * }
 *
 * @phpstan-type BalanceStatementQuery array{
 *     // First day of the period in Bangkok. Years from 2400 to 2699 are of the Buddhist era.
 *     start_date?: string,
 *     // Last day of the period in Bangkok. Years from 2400 to 2699 are of the Buddhist era.
 *     end_date?: string,
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 * }
 *
 * @phpstan-type BalancePair array{
 *     // The available balance, in baht.
 *     available: int|float,
 *     // The held balance, in baht.
 *     held: int|float,
 *     // The pending balance, in baht.
 *     pending: int|float,
 * }
 *
 * @phpstan-type StatementSum array{
 *     // What moved the money, for example `receive` or `fee`.
 *     type: string,
 *     // How many entries of the type the period has.
 *     count: int,
 *     // The change of the available balance, in baht.
 *     available: int|float,
 *     // The change of the held balance, in baht.
 *     held: int|float,
 *     // The change of the pending balance, in baht.
 *     pending: int|float,
 * }
 *
 * @phpstan-type StatementEntry array{
 *     // The id of the entry.
 *     entry_id: string,
 *     // What moved the money, for example `receive` or `fee`.
 *     type: string,
 *     // The order that caused it. Null without one.
 *     order_id: string|null,
 *     // Your own order number, as you sent it. Null without one.
 *     reference: string|null,
 *     // The change of the available balance, in baht.
 *     available: int|float,
 *     // The change of the held balance, in baht.
 *     held: int|float,
 *     // The change of the pending balance, in baht.
 *     pending: int|float,
 *     // After the entry.
 *     balance: BalancePair,
 *     // When the money moved. Decides the period of the entry.
 *     effective_at: string,
 *     // When the entry was posted.
 *     created_at: string,
 * }
 *
 * @phpstan-type BalanceStatement array{
 *     // First day of the period in Bangkok.
 *     start_date: string,
 *     // Last day of the period in Bangkok.
 *     end_date: string,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // The balance before the period.
 *     opening: BalancePair,
 *     // The balance after the period.
 *     closing: BalancePair,
 *     // Of the whole period, by type of entry. Opening and sums add up to closing.
 *     sums: list<StatementSum>,
 *     // Oldest first.
 *     entries: list<StatementEntry>,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type ApprovalsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only approvals with this status.
 *     status?: 'pending'|'approved'|'rejected'|'expired'|'withdrawn'|'failed',
 * }
 *
 * @phpstan-type Approval array{
 *     // The id of the approval.
 *     approval_id: string,
 *     // What needs the approval.
 *     act: 'withdrawal'|'refund'|'key'|'member'|'member_role'|'rules',
 *     // The id of the withdrawal, refund or other object that the approval concerns.
 *     object_id: string,
 *     // In baht. Null for an act without an amount.
 *     amount: int|float|null,
 *     // `failed`: approved when it was no longer possible. `withdrawn`: its proposer took it back.
 *     status: 'pending'|'approved'|'rejected'|'expired'|'withdrawn'|'failed',
 *     // The id of the API key or of the user who proposed it.
 *     proposed_by: string,
 *     // When the object was created.
 *     created_at: string,
 *     // Until when somebody can decide. It then expires, and nothing is sent.
 *     expires_at: string,
 *     // When it ended. Null while it is pending.
 *     decided_at: string|null,
 * }
 *
 * @phpstan-type ApprovalPage array{
 *     // Newest first.
 *     approvals: list<Approval>,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type EventName 'payment.pending'|'payment.requires_action'|'payment.succeeded'|'payment.failed'|'payment.expired'|'payment.adjusted'|'payment.slip_mismatched'|'withdrawal.pending'|'withdrawal.processed'|'withdrawal.succeeded'|'withdrawal.failed'|'withdrawal.adjusted'|'refund.completed'|'refund.failed'|'refund.adjusted'|'approval.requested'|'approval.ended'|'webhook.disabled'
 *
 * @phpstan-type WebhookRequest array{
 *     // Receives the events by POST. https; http in a sandbox.
 *     url: string,
 *     // The events that it subscribes to.
 *     events: list<EventName>,
 *     // 16 to 256 printable characters, whose UTF-8 bytes are the key; or `whsec_` and the base64
 *     // of 24 to 64 bytes, which are the key (Standard Webhooks).
 *     secret?: string|null,
 *     // A note for your team.
 *     description?: string|null,
 * }
 *
 * @phpstan-type CreatedWebhook array{
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // Where the events are sent.
 *     url: string,
 *     // The events that it subscribes to.
 *     events: list<EventName>,
 *     // A disabled webhook receives nothing.
 *     status: 'active'|'disabled',
 *     // Your note. Null without one.
 *     description: string|null,
 *     // `merchant`: you disabled it. `gone`: the URL answered 410. `failing`: every attempt of
 *     // five days failed. Null while it is active.
 *     disabled_reason: string|null,
 *     // When the object was created.
 *     created_at: string,
 *     // Verifies its signatures. Only this response contains it.
 *     secret: string,
 *     // Why deliveries will fail. Null when the ping was answered 2xx.
 *     warning: string|null,
 * }
 *
 * @phpstan-type Webhook array{
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // Where the events are sent.
 *     url: string,
 *     // The events that it subscribes to.
 *     events: list<EventName>,
 *     // A disabled webhook receives nothing.
 *     status: 'active'|'disabled',
 *     // Your note. Null without one.
 *     description: string|null,
 *     // `merchant`: you disabled it. `gone`: the URL answered 410. `failing`: every attempt of
 *     // five days failed. Null while it is active.
 *     disabled_reason: string|null,
 *     // When the object was created.
 *     created_at: string,
 * }
 *
 * @phpstan-type WebhookPage array{
 *     // All webhooks.
 *     webhooks: list<Webhook>,
 *     // How many objects match the filters.
 *     total: int,
 *     // The page size that was applied.
 *     limit: int,
 *     // How many objects were skipped.
 *     offset: int,
 *     // Whether there are more objects after this page.
 *     has_more: false,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: null,
 * }
 *
 * @phpstan-type DeletedWebhook array{
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // Always true.
 *     deleted: true,
 * }
 *
 * @phpstan-type WebhookChange array{
 *     // Receives the events by POST. https; http in a sandbox.
 *     url?: string,
 *     // The events that it subscribes to.
 *     events?: list<EventName>,
 *     // A note for your team.
 *     description?: string|null,
 *     // False disables it; true enables it again.
 *     enabled?: bool,
 * }
 *
 * @phpstan-type RotateRequest array{
 *     // 16 to 256 printable characters, whose UTF-8 bytes are the key; or `whsec_` and the base64
 *     // of 24 to 64 bytes, which are the key (Standard Webhooks).
 *     secret?: string|null,
 * }
 *
 * @phpstan-type Ping array{
 *     // Whether the answer was 2xx.
 *     delivered: bool,
 *     // The HTTP status of the answer. Null without one.
 *     status_code: int|null,
 *     // How long the attempt took, in milliseconds.
 *     duration_ms: int,
 *     // Why there was no answer. Null with an answer.
 *     error: string|null,
 *     // The beginning of the body of the answer.
 *     answer: string|null,
 * }
 *
 * @phpstan-type DeliveriesQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 * }
 *
 * @phpstan-type DeliveryAttempt array{
 *     // When it was sent.
 *     at: string,
 *     // The HTTP status of the answer. Null without one.
 *     status_code: int|null,
 *     // How long the attempt took, in milliseconds.
 *     duration_ms: int,
 *     // Why there was no answer. Null with an answer.
 *     error: string|null,
 *     // The beginning of the body of the answer.
 *     answer: string|null,
 * }
 *
 * @phpstan-type Delivery array{
 *     // The id of the delivery.
 *     delivery_id: string,
 *     // The id of the event that it delivers.
 *     event_id: string,
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // The name of the event.
 *     event: EventName,
 *     // `pending`: it is attempted again. `failed`: it is not.
 *     status: 'pending'|'succeeded'|'failed',
 *     // Every request so far, oldest first.
 *     attempts: list<DeliveryAttempt>,
 *     // Null: there is none.
 *     next_attempt_at: string|null,
 *     // When the object was created.
 *     created_at: string,
 * }
 *
 * @phpstan-type DeliveryPage array{
 *     // Newest first.
 *     deliveries: list<Delivery>,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 *
 * @phpstan-type ReplayRequest array{
 *     // Events from this time on.
 *     since: string,
 *     // Events until this time; absent: now.
 *     until?: string|null,
 *     // `failed`: deliveries that failed. `all`: every event that the webhook subscribes to.
 *     status?: 'failed'|'all',
 * }
 *
 * @phpstan-type Replay array{
 *     // The id of the replay.
 *     replay_id: string,
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // `stopped`: the webhook was disabled or deleted before the end.
 *     status: 'running'|'done'|'stopped',
 *     // Whether it delivers only what had failed.
 *     only_failed: bool,
 *     // Start of the period.
 *     since: string,
 *     // End of the period.
 *     until: string,
 *     // How many events it delivers.
 *     total: int,
 *     // How many of them it has scheduled so far.
 *     replayed: int,
 *     // When the object was created.
 *     created_at: string,
 *     // When it ended. Null while it is running.
 *     finished_at: string|null,
 * }
 *
 * @phpstan-type EventsQuery array{
 *     // How many objects the page has at most.
 *     limit?: int,
 *     // `next_cursor` of the previous page; absent for the first.
 *     cursor?: string,
 *     // Only events of this name.
 *     event?: EventName,
 *     // Only events of this object: the id of a payment, refund, deposit and so on.
 *     object_id?: string,
 * }
 *
 * @phpstan-type EventPayer array{
 *     // The name of the bank. Null if unknown.
 *     bank_name: string|null,
 *     // Three digits. Null for an unknown name.
 *     bank_code: string|null,
 *     // Masked.
 *     account_number: string|null,
 * }
 *
 * @phpstan-type PaymentEventData array{
 *     // For a deposit: its `orderId`.
 *     payment_id: string,
 *     // Which of both kinds of incoming order it is.
 *     kind: 'payment'|'deposit',
 *     // `pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
 *     // failed one `succeeded`.
 *     status: 'pending'|'succeeded'|'failed'|'expired',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your own order number, as you sent it. Null without one.
 *     reference: string|null,
 *     // Your metadata, as you sent it. Null without any.
 *     metadata: array<string, mixed>|null,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 *     // True when the money arrived after the order had expired or failed.
 *     late: bool,
 *     // Of a deposit: whether the money came from the expected account. False: another account
 *     // paid. Null: not paid, too little is known of the payer, or not a deposit.
 *     payer_matches: bool|null,
 *     // Who paid, as reported by the bank. Null until the money was credited, and when the bank
 *     // reports no payer. Its name is in the payment or deposit.
 *     payer: EventPayer|null,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was credited and not taken back, without the fee and its VAT. Negative only by the
 *     // fees of charge-backs.
 *     net: int|float,
 *     // Of a payment that was started on the page of a payment link.
 *     payment_link_id?: string,
 *     // As in the first event of the payment. Null when the payment is older than the URL, or its
 *     // first event was deleted.
 *     checkout_url: string|null,
 *     // The expired or failed payment that this one replaces: its payer asked for a code on its
 *     // checkout, or you named it.
 *     previous_payment_id: string|null,
 * }
 *
 * @phpstan-type PaymentAdjustedEventData array{
 *     // For a deposit: its `orderId`.
 *     payment_id: string,
 *     // Which of both kinds of incoming order it is.
 *     kind: 'payment'|'deposit',
 *     // `pending` until it is `succeeded`, `failed` or `expired`. Late money makes an expired or
 *     // failed one `succeeded`.
 *     status: 'pending'|'succeeded'|'failed'|'expired',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your own order number, as you sent it. Null without one.
 *     reference: string|null,
 *     // Your metadata, as you sent it. Null without any.
 *     metadata: array<string, mixed>|null,
 *     // When the money moved, as the provider reported it. Null until then.
 *     completed_at: string|null,
 *     // True when the money arrived after the order had expired or failed.
 *     late: bool,
 *     // Of a deposit: whether the money came from the expected account. False: another account
 *     // paid. Null: not paid, too little is known of the payer, or not a deposit.
 *     payer_matches: bool|null,
 *     // Who paid, as reported by the bank. Null until the money was credited, and when the bank
 *     // reports no payer. Its name is in the payment or deposit.
 *     payer: EventPayer|null,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was credited and not taken back, without the fee and its VAT. Negative only by the
 *     // fees of charge-backs.
 *     net: int|float,
 *     // Of a payment that was started on the page of a payment link.
 *     payment_link_id?: string,
 *     // As in the first event of the payment. Null when the payment is older than the URL, or its
 *     // first event was deleted.
 *     checkout_url: string|null,
 *     // The expired or failed payment that this one replaces: its payer asked for a code on its
 *     // checkout, or you named it.
 *     previous_payment_id: string|null,
 *     // What the payer has paid, in baht.
 *     amount_received: int|float,
 *     // What the balance has of it, in baht: credited, and not reversed.
 *     amount_credited: int|float,
 *     // What was refunded of it, in baht.
 *     amount_refunded: int|float,
 *     // What was reversed after it was credited, in baht, for example by a chargeback.
 *     amount_reversed: int|float,
 * }
 *
 * @phpstan-type WithdrawalEventData array{
 *     // The `orderId` of the withdrawal.
 *     order_id: string,
 *     // `pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
 *     // paid. `failed`: nothing was paid, and the amount is available again.
 *     status: 'pending'|'processing'|'succeeded'|'failed',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your customer's user name, as you sent it.
 *     username: string,
 *     // The name of the bank, as you sent it.
 *     bank_name: string,
 *     // Masked.
 *     account_number: string,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 * }
 *
 * @phpstan-type WithdrawalAdjustedEventData array{
 *     // The `orderId` of the withdrawal.
 *     order_id: string,
 *     // `pending`: held and not sent. `processing`: sent to the bank. `succeeded`: the bank has
 *     // paid. `failed`: nothing was paid, and the amount is available again.
 *     status: 'pending'|'processing'|'succeeded'|'failed',
 *     // The amount of the order in baht, without fees.
 *     amount: int|float,
 *     // Always `THB`, Thai baht.
 *     currency: 'THB',
 *     // Your customer's user name, as you sent it.
 *     username: string,
 *     // The name of the bank, as you sent it.
 *     bank_name: string,
 *     // Masked.
 *     account_number: string,
 *     // Why the order failed. Null unless it failed.
 *     failure: Failure|null,
 *     // What the merchant pays for the order, without VAT, by the price that was valid when the
 *     // money moved. Of a payout in progress: the fee that is held with it. 0 without a price.
 *     fee: int|float,
 *     // Value added tax on the fee.
 *     fee_vat: int|float,
 *     // What was returned after the payout had succeeded, or sent although it had failed, in baht.
 *     amount_reversed: int|float,
 * }
 *
 * @phpstan-type WebhookEventData array{
 *     // The id of the webhook.
 *     webhook_id: string,
 *     // Where its events were sent.
 *     url: string,
 *     // `gone`: the URL returned 410. `failing`: deliveries failed for five days.
 *     reason: string,
 * }
 *
 * @phpstan-type PaymentEvent array{
 *     id: string,
 *     event: 'payment.pending'|'payment.requires_action'|'payment.succeeded'|'payment.failed'|'payment.expired'|'payment.slip_mismatched',
 *     data: PaymentEventData,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type PaymentAdjustedEvent array{
 *     id: string,
 *     event: 'payment.adjusted',
 *     data: PaymentAdjustedEventData,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type WithdrawalEvent array{
 *     id: string,
 *     event: 'withdrawal.pending'|'withdrawal.processed'|'withdrawal.succeeded'|'withdrawal.failed',
 *     data: WithdrawalEventData,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type WithdrawalAdjustedEvent array{
 *     id: string,
 *     event: 'withdrawal.adjusted',
 *     data: WithdrawalAdjustedEventData,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type RefundEvent array{
 *     id: string,
 *     event: 'refund.completed'|'refund.failed'|'refund.adjusted',
 *     data: Refund,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type ApprovalEvent array{
 *     id: string,
 *     event: 'approval.requested'|'approval.ended',
 *     data: Approval,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type WebhookEvent array{
 *     id: string,
 *     event: 'webhook.disabled',
 *     data: WebhookEventData,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type PingEvent array{
 *     id: string,
 *     event: 'webhook.ping',
 *     data: array<string, mixed>,
 *     timestamp: string,
 *     sequence: int,
 * }
 *
 * @phpstan-type Event PaymentEvent|PaymentAdjustedEvent|WithdrawalEvent|WithdrawalAdjustedEvent|RefundEvent|ApprovalEvent|WebhookEvent
 *
 * @phpstan-type SaphanEvent Event|PingEvent
 *
 * @phpstan-type EventPage array{
 *     // Newest first.
 *     events: list<Event>,
 *     // The page size that was applied.
 *     limit: int,
 *     // Whether there are more objects after this page.
 *     has_more: bool,
 *     // Send it as `cursor` to read the next page. Null on the last page.
 *     next_cursor: string|null,
 * }
 */
interface Types
{
}
