CREATE TABLE `mail_refusals` (
	`address` text PRIMARY KEY NOT NULL,
	`refused_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `invitation_mails` (
	`creator_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `invitation_mails_due` ON `invitation_mails` (`due_at`,`creator_id`);--> statement-breakpoint
CREATE INDEX `invitation_mails_account` ON `invitation_mails` (`account_id`,`due_at`);--> statement-breakpoint
ALTER TABLE `mails` ADD `invites` integer DEFAULT false NOT NULL;