CREATE TABLE `mail_bounces` (
	`address` text NOT NULL,
	`mail_id` text NOT NULL,
	`bounced_at` integer NOT NULL,
	PRIMARY KEY(`address`, `mail_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `mails` ADD `proves` integer DEFAULT false NOT NULL;