CREATE TABLE `data_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`account_id` text NOT NULL,
	`hashes` text NOT NULL,
	`orders` text NOT NULL,
	`created_at` integer NOT NULL,
	`answered_at` integer
);
--> statement-breakpoint
CREATE INDEX `data_requests_shop` ON `data_requests` (`shop_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `privacy_requests` ADD `kind` text DEFAULT 'customer' NOT NULL;--> statement-breakpoint
ALTER TABLE `shops` ADD `old_pixels` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `shops` ADD `heard_at` integer;--> statement-breakpoint
ALTER TABLE `shops` ADD `missed` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `shops` ADD `missed_at` integer;--> statement-breakpoint
ALTER TABLE `shops` ADD `test_order` text;--> statement-breakpoint
CREATE INDEX `shops_account` ON `shops` (`account_id`);