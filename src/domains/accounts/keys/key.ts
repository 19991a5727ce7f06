import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { id } from '../../../resource/fields.ts';

export const Key = z
  .object({
    key: id('key'),
    webhookUrl: z.string().nullable(),
    webhookSecret: z.string().nullable().describe('Shown once, in the answer that sets a URL.'),
    webhookGoneAt: z
      .string()
      .nullable()
      .describe('When the receiver answered 410 Gone. Set a URL again to clear it.'),
  })
  .meta({ id: 'Key' });

export const KeyUpdate = z.object({
  webhookUrl: z.string().min(1).max(2048).nullable().describe('A public https URL; null stops events.'),
});
bodyExample(KeyUpdate, 'KeyUpdate', { webhookUrl: 'https://hooks.example.com/in' });

export type Key = z.output<typeof Key>;
