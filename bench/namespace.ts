/** Temporal's namespace of the gateway and of its floor, with the gateway's search attributes. */
export const NAMESPACE = 'saphan';
