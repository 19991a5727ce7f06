CREATE TABLE `waiting_sales` (
	`conversion_id` text NOT NULL,
	`event_id` text NOT NULL,
	`submission_id` text,
	`campaign_id` text NOT NULL,
	`value_cents` integer,
	`currency` text,
	`matures_at` integer NOT NULL,
	PRIMARY KEY(`conversion_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `waiting_sales_submission` ON `waiting_sales` (`submission_id`,`matures_at`) WHERE submission_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `waiting_sales_matured` ON `waiting_sales` (`matures_at`);--> statement-breakpoint
ALTER TABLE `payable_conversions` ADD `matured_at` integer;--> statement-breakpoint
ALTER TABLE `payable_conversions` ADD `value_by` text;--> statement-breakpoint
ALTER TABLE `payable_conversions` ADD `credit_by` text;