/** The URL of the hosted page on which a deposit, by its page id, or a QR code is paid. */
export const checkoutUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/pay/${token}`;
