/** A mail, ready to be sent. Text only: what it says needs no more, and no filter dislikes it. */
export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /**
   * `refused`: it will never be taken, as when nobody has that address. Rejects when it may be
   * taken later.
   */
  send(letter: OutgoingMail): Promise<'sent' | 'refused'>;
  close(): Promise<void>;
}
