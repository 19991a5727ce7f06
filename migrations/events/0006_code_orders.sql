CREATE TABLE `code_holds` (
	`account_id` text NOT NULL,
	`code` text NOT NULL,
	`since` integer NOT NULL,
	`state` text NOT NULL,
	`until` integer,
	PRIMARY KEY(`account_id`, `code`, `since`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `code_orders` (
	`account_id` text NOT NULL,
	`code` text NOT NULL,
	`pixel_id` text NOT NULL,
	`order_id` text NOT NULL,
	`event_id` text NOT NULL,
	`at` integer NOT NULL,
	`from_coupon_site` integer,
	PRIMARY KEY(`account_id`, `code`, `pixel_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `code_orders_at` ON `code_orders` (`account_id`,`code`,`at`);--> statement-breakpoint
CREATE TABLE `codes_to_look_at` (
	`account_id` text NOT NULL,
	`code` text NOT NULL,
	`heard` integer NOT NULL,
	PRIMARY KEY(`account_id`, `code`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `code` text;--> statement-breakpoint
CREATE INDEX `recorded_code` ON `recorded_conversions` (`account_id`,`code`,`occurred_at`) WHERE code IS NOT NULL AND harvest = 0;