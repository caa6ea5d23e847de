/** The route that the idempotency keys of checkout sessions belong to. */
export const COLLECTIONS_ROUTE = 'POST /v1/checkout/sessions';

/** The route that the idempotency keys of payment links belong to. */
export const LINKS_ROUTE = 'POST /portal/v1/payment-links';
