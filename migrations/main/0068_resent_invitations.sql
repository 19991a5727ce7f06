CREATE TABLE `sent_invitations` (
	`creator_id` text PRIMARY KEY NOT NULL,
	`times` integer NOT NULL,
	`last_at` integer NOT NULL,
	`second_at` integer,
	`third_at` integer,
	`mail_id` text
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `invitations` ADD `sent_count` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `invitations` ADD `resent_at` integer;--> statement-breakpoint
ALTER TABLE `invitations` ADD `mail_id` text;--> statement-breakpoint
ALTER TABLE `invitation_mails` ADD `counted_at` integer;