/** The request bodies of gateway and floors. */
export interface OrderRequest {
  readonly amount: number;
  readonly currency: 'THB';
  readonly reference: string;
  readonly expiry_minutes: number;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The fields beside the amount are stored only. */
export interface DepositRequest {
  readonly amount: number;
  readonly userName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly bankName: string;
  readonly accountNumber: string;
}

export interface RefundRequest {
  readonly payment_id: string;
  readonly destination: {
    readonly bank_name: string;
    readonly account_number: string;
    readonly account_name: string;
  };
}

export interface WithdrawalRequest {
  readonly amount: number;
  readonly username: string;
  readonly bankName: string;
  readonly accountNumber: string;
  readonly firstNameTH: string;
  readonly lastNameTH: string;
}
