CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`partner_id` text,
	`creator_id` text,
	`operation` text NOT NULL,
	`subject` text,
	`address` text,
	`browser` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_account` ON `audit_entries` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_person` ON `audit_entries` (`account_id`,`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_operation` ON `audit_entries` (`account_id`,`operation`,`id`);