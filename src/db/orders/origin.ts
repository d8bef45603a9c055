/** The request that created something. */
export interface Origin {
  /** Null where a person at the dashboard or a command created it. */
  readonly apiKeyId: string | null;
  readonly address: string;
  readonly requestId: string;
}

/** An origin in the columns that a table keeps it in; nulls where no request created the row. */
export const originColumns = (origin: Origin | null) => ({
  api_key_id: origin?.apiKeyId ?? null,
  client_address: origin?.address ?? null,
  request_id: origin?.requestId ?? null,
});
