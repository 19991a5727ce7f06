CREATE TABLE `order_returns` (
	`pixel_id` text NOT NULL,
	`order_id` text NOT NULL,
	`event_id` text NOT NULL,
	`value_cents` integer,
	`currency` text,
	PRIMARY KEY(`pixel_id`, `order_id`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `returned_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `returned_late_cents` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `barred` text;