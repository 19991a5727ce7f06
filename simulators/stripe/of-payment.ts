// What there is of a payment besides its charge: each is listed by PaymentIntent or charge, and read by its ID.
import { PAGED } from './params.ts';
import type { Route } from './world.ts';

export function ofPayment(object: 'refund' | 'dispute'): Route[] {
  return [
    {
      method: 'GET',
      path: `/v1/${object}s`,
      spec: { ...PAGED, payment_intent: 'string', charge: 'string' },
      handle: ({ world, params, url }) =>
        world.page(
          object,
          '',
          url,
          params,
          (one) =>
            (!params.payment_intent || one.payment_intent === params.payment_intent) &&
            (!params.charge || one.charge === params.charge),
        ),
    },
    {
      method: 'GET',
      path: `/v1/${object}s/:`,
      spec: {},
      handle: ({ world, ids }) => world.get(object, ids[0], ''),
    },
  ];
}
