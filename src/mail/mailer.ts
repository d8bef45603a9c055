/** A plain text mail, ready to send. Spam filters accept it better than HTML. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** `refused`: a permanent failure, as for an unknown address. Rejects on a temporary failure. */
  send(mail: OutgoingMail): Promise<'sent' | 'refused'>;
  close(): Promise<void>;
}
