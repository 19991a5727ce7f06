import * as z from 'zod';
import { bodyExample, recordExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';

export const Key = z
  .object({
    key: id('key').describe('The ID of the key that asked; its secret is never shown again.'),
    webhookUrl: z.string().nullable().describe("Where this key's events are sent; null while it gets none."),
    webhookSecret: z.string().nullable().describe('Shown once, in the answer that sets a URL.'),
    webhookGoneAt: z
      .string()
      .nullable()
      .describe('When the receiver answered 410 Gone. Set a URL again to clear it.'),
  })
  .meta({ id: 'Key' });
recordExample(Key, {
  key: 'key_01k2d9q3v7h5m8r4t6w0x1y2z3',
  webhookUrl: 'https://hooks.example.com/in',
  webhookSecret: null,
  webhookGoneAt: null,
});

export const KeyUpdate = z.object({
  webhookUrl: z.string().min(1).max(2048).nullable().describe('A public https URL; null stops events.'),
});
bodyExample(KeyUpdate, 'KeyUpdate', { webhookUrl: 'https://hooks.example.com/in' });

export type Key = z.output<typeof Key>;
