import { RecordFiles } from '../web/record-files';

/** An email of the gateway. The sandbox stores it instead of sending it. */
export interface Email {
  readonly emailId: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly receivedAt: string;
}

const EMAILS_MAX = 100;

/** The newest 100 emails, on disk. */
export class Mailbox {
  readonly #files: RecordFiles<Email>;
  readonly #emails: Email[];

  /** Reads the folder, or creates it. */
  constructor(folder: string) {
    this.#files = new RecordFiles(folder, ({ emailId }) => emailId);
    this.#emails = this.#files.readAll();
  }

  newestFirst(): readonly Email[] {
    return this.#emails.toReversed();
  }

  add(email: Email): void {
    this.#files.write(email);
    this.#emails.push(email);
    for (const { emailId } of this.#emails.splice(0, this.#emails.length - EMAILS_MAX)) {
      this.#files.remove(emailId);
    }
  }
}
