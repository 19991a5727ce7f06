import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const invitations = sqliteTable(
  'invitations',
  {
    id: text().primaryKey(),
    accountId: text('account_id').notNull(),
    /** Lower case. The person who accepts has to have verified this address. */
    email: text().notNull(),
    role: text({ enum: ['owner', 'admin', 'member'] }).notNull(),
    /** SHA-256 of the token in the link. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The ID of the person who sent the invitation. */
    invitedBy: text('invited_by').notNull(),
    expiresAt: integer('expires_at').notNull(),
    acceptedAt: integer('accepted_at'),
    acceptedBy: text('accepted_by'),
    cancelledAt: integer('cancelled_at'),
    /** How often it was sent, as its account is told: mails that its address does not take count too. */
    sentCount: integer('sent_count').notNull().default(1),
    /** Null when it was sent once, as it was made. */
    resentAt: integer('resent_at'),
    /** The last mail, which may come back. */
    mailId: text('mail_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('invitations_account').on(t.accountId, t.id), index('invitations_email').on(t.email, t.id)],
);
