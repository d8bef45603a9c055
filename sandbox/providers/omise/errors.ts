/** An error answer in Omise's form. */
export class OmiseError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = 'OmiseError';
  }

  get body(): object {
    const location = `https://www.omise.co/api-errors#${this.code.replaceAll('_', '-')}`;
    return { object: 'error', location, code: this.code, message: this.message };
  }
}

export const badRequest = (code: string, message: string) => new OmiseError(400, code, message);
export const notFound = (what: string) => new OmiseError(404, 'not_found', `${what} was not found`);
