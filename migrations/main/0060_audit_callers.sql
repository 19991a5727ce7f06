ALTER TABLE `audit_entries` RENAME COLUMN "person_id" TO "caller_id";--> statement-breakpoint
DROP INDEX `audit_entries_person`;--> statement-breakpoint
DROP INDEX `audit_entries_partner_person`;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `by` text DEFAULT 'person' NOT NULL;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `app_name` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `app_person_id` text;--> statement-breakpoint
ALTER TABLE `audit_entries` ADD `choice` text;--> statement-breakpoint
CREATE INDEX `audit_entries_caller` ON `audit_entries` (`account_id`,`caller_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_partner_caller` ON `audit_entries` (`partner_id`,`caller_id`,`id`) WHERE partner_id IS NOT NULL;