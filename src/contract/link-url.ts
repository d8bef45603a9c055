/** The public page of a payment link. */
export const linkUrl = (publicUrl: string, token: string): string => `${publicUrl}/l/${token}`;
