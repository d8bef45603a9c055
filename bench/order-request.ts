/** What both floors are asked to create: the body that the gateway gets for a QR code. */
export interface OrderRequest {
  readonly amount: number;
  readonly currency: 'THB';
  readonly reference: string;
  readonly expiry_minutes: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}
