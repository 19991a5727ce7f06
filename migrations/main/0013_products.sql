CREATE TABLE `product_code_readings` (
	`day` integer NOT NULL,
	`product_id` text NOT NULL,
	`caller_id` text NOT NULL,
	`times` integer NOT NULL,
	`last_at` integer NOT NULL,
	PRIMARY KEY(`day`, `product_id`, `caller_id`)
);
--> statement-breakpoint
CREATE TABLE `products` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`url` text,
	`image` text,
	`price` integer,
	`currency` text,
	`variants` text DEFAULT '[]' NOT NULL,
	`status` text NOT NULL,
	`sampleable` integer NOT NULL,
	`access_code` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `products_account` ON `products` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `products_sampleable` ON `products` (`account_id`,`sampleable`,`status`,`id`);