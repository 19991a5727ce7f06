// The schema, and what a field of an object is answered.
import { buildSchema, GraphQLError } from 'graphql';
import type { Call } from './call.ts';
import { SCHEMA } from './schema.generated.ts';
import type { Fields } from './wire.ts';

export const schema = buildSchema(SCHEMA);

/** What is told of a customer only where the app was approved for it. */
const PROTECTED = new Set(
  `Order.email Order.phone Order.shippingAddress Order.billingAddress Order.clientIp Customer.email Customer.phone
  Customer.firstName Customer.lastName Customer.defaultEmailAddress Customer.defaultPhoneNumber DraftOrder.email
  DraftOrder.phone DraftOrder.shippingAddress`.split(/\s+/),
);

/** What an object says of a field, unless it is of a customer and not to be told. */
export function fieldValue(type: string, field: string, source: Fields, args: Fields, call: Call): unknown {
  if (PROTECTED.has(`${type}.${field}`)) {
    const shown = call.world.setting<'null' | 'error' | 'visible'>('protected', 'null');
    if (shown === 'error')
      throw new GraphQLError(
        `This app is not approved to use the ${field} field. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`,
        { extensions: { code: 'ACCESS_DENIED' } },
      );
    if (shown === 'null') return null;
  }
  const value = source[field];
  return typeof value === 'function' ? value(args, call) : value;
}
