/** The URL of the hosted page on which a deposit is paid. */
export const checkoutUrl = (publicUrl: string, pageToken: string): string =>
  `${publicUrl}/pay/${pageToken}`;
