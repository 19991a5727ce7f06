// What is sent to write, change and report messages.
import * as z from 'zod';
import { bodyExample } from '../../../resource/example.ts';
import { id, text, Version } from '../../../resource/fields.ts';
import { Body, SAY_SOMETHING, saysSomething, written } from './first-message.ts';

const REPORT_REASONS = ['spam', 'harassment', 'fraud', 'explicit', 'other'] as const;

export const MessageCreate = z
  .object({
    thread: id('thread').describe('The conversation that it is written in.'),
    ...written,
    replyTo: id('message').nullable().optional().describe('An earlier message of the same thread.'),
    clientMessageId: z
      .string()
      .min(1)
      .max(64)
      .regex(/^[\x21-\x7e]+$/, 'Visible characters without spaces.')
      .optional()
      .describe(
        'Your own ID of it, within the thread: sent again under the same one, it is the same message.',
      ),
  })
  .refine(saysSomething, SAY_SOMETHING);
bodyExample(MessageCreate, 'MessageCreate', {
  thread: 'thr_01k2d9q3v7h5m8r4t6w0x1y2z3',
  body: 'The second cut is attached.',
});

/** One emoji as Unicode recommends it for interchange, with its skin tones, flags and families. */
const EMOJI = /^\p{RGI_Emoji}$/v;

const CHANGES = [['body'], ['deleted'], ['emoji', 'reacted'], ['report']] as const;

export const MessageUpdate = z
  .object({
    version: Version.optional().describe(
      'The version that an edit or a deletion is based on, which both need.',
    ),
    body: Body.optional().describe('The new text of a message of yours.'),
    deleted: z.literal(true).optional().describe('Takes a message of yours away for everybody.'),
    emoji: z
      .string()
      .max(64)
      .refine((value) => EMOJI.test(value), 'Must be one emoji.')
      .optional()
      .describe('Goes with `reacted`.'),
    reacted: z.boolean().optional().describe('Whether you react with `emoji`; false takes it back.'),
    report: z
      .object({
        reason: z.enum(REPORT_REASONS).describe('What is wrong with it.'),
        note: text(2000).optional().describe('Whatever our staff should know.'),
      })
      .optional()
      .describe('Asks our staff to look at what somebody else wrote. Only they see it.'),
  })
  .superRefine((value, context) => {
    const sent = CHANGES.filter((fields) => fields.some((field) => value[field] !== undefined));
    const refuse = (path: string[], message: string) =>
      context.addIssue({ code: 'custom', path, message, input: value });
    if (sent.length !== 1) refuse([], 'Send one change: body, deleted, emoji with reacted, or report.');
    else if (sent[0]!.some((field) => value[field] === undefined))
      refuse(['emoji'], 'Send emoji and reacted.');
    else if (value.version === undefined && (value.body !== undefined || value.deleted))
      refuse(['version'], 'Send the version that you have read.');
  });
bodyExample(MessageUpdate, 'MessageUpdate', { emoji: '👏', reacted: true });
