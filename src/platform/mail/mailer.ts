/** Plain text: spam filters accept it better than HTML. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** A POST to it turns such mails off, also from a mail program (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

export interface Mailer {
  /** `refused`: a permanent failure, such as an unknown address. Rejects on a temporary failure. */
  send(mail: OutgoingMail): Promise<'sent' | 'refused'>;
  close(): Promise<void>;
}
