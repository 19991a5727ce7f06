// The webhooks section: the payload of each event type.
import { deliverySchema, EVENT_TYPE_NAMES, EVENT_TYPES, sampleDelivery } from '../../src/events/catalogue.ts';
import type { Components, JsonObject } from './json-schemas.ts';

const DELIVERED = {
  description:
    'Taken, when this comes within 10 seconds: anything else is tried again for three days. The body is not looked at.',
};
const GONE = { description: 'Gone: the URL is flagged for its owners and the attempt counts as failed.' };

export function webhooks(components: Components): JsonObject {
  const all: JsonObject = {};
  for (const name of EVENT_TYPE_NAMES) {
    all[name] = {
      post: {
        operationId: `on_${name.replace('.', '_')}`,
        tags: ['Webhooks'],
        summary: name,
        description: EVENT_TYPES[name].when,
        security: [],
        parameters: [
          { $ref: '#/components/parameters/Service-Signature' },
          { $ref: '#/components/parameters/Service-Event' },
        ],
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: components.convert(deliverySchema(name), 'output'),
              examples: { sample: { value: sampleDelivery(name) } },
            },
          },
        },
        responses: {
          '2XX': components.share('responses', 'Delivered', DELIVERED),
          '410': components.share('responses', 'ReceiverGone', GONE),
        },
      },
    };
  }
  return all;
}
