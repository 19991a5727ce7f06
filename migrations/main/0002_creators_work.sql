CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`destination` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_transfers_status` ON `ledger_transfers` (`status`,`updated_at`);--> statement-breakpoint
DROP INDEX `deliveries_event`;--> statement-breakpoint
DROP INDEX `deliveries_due`;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `earlier_attempts` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `wake_at` integer NOT NULL;--> statement-breakpoint
ALTER TABLE `deliveries` ADD `lease` text;--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`event_id`,`key_id`);--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`key_id`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`wake_at`) WHERE status = 'pending';--> statement-breakpoint
ALTER TABLE `submissions` ADD `platform` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `format` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `duration_ms` integer;--> statement-breakpoint
CREATE INDEX `submissions_creator_status` ON `submissions` (`creator_id`,`status`);--> statement-breakpoint
CREATE INDEX `submissions_creator` ON `submissions` (`creator_id`,`account_id`,`id`);--> statement-breakpoint
ALTER TABLE `events` ADD `test` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `events` ADD `relay` text;--> statement-breakpoint
CREATE INDEX `delivery_attempts_at` ON `delivery_attempts` (`at`);