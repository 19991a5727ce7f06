DROP INDEX `submissions_account`;--> statement-breakpoint
DROP INDEX `submissions_creator_status`;--> statement-breakpoint
ALTER TABLE `submissions` ADD `application_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `note` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `file_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `url` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `caption` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `product_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `retainer_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `post_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `revisions` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `submitted_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `reviewed_at` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `pay_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `pay_override` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `pay_due_at` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `payment_id` text;--> statement-breakpoint
ALTER TABLE `submissions` ADD `paid_amount` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `paid_currency` text;--> statement-breakpoint
CREATE INDEX `submissions_account_status` ON `submissions` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_status` ON `submissions` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_creator` ON `submissions` (`program_id`,`creator_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_file` ON `submissions` (`program_id`,`file_id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_url` ON `submissions` (`program_id`,`url`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `submissions_pay_due` ON `submissions` (`pay_due_at`) WHERE pay_due_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `submissions_creator_status` ON `submissions` (`creator_id`,`status`,`id`);