CREATE TABLE `sample_orders` (
	`sample_id` text PRIMARY KEY NOT NULL,
	`catalogue` integer NOT NULL,
	`variant` text NOT NULL,
	`state` text NOT NULL,
	`draft_id` text,
	`draft_version` integer,
	`asked_at` integer,
	`asks` integer DEFAULT 0 NOT NULL,
	`order_id` text,
	`order_name` text,
	`problem` text,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sample_orders_due` ON `sample_orders` (`due_at`) WHERE "sample_orders"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `samples` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`product_id` text NOT NULL,
	`variant_id` text,
	`program_id` text,
	`status` text NOT NULL,
	`offered` integer NOT NULL,
	`address` text,
	`erase_at` integer,
	`note` text,
	`tracking_url` text,
	`approved_at` integer,
	`shipped_at` integer,
	`delivered_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `samples_account_status` ON `samples` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `samples_program_status` ON `samples` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `samples_creator_status` ON `samples` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `samples_open` ON `samples` (`creator_id`,`product_id`) WHERE status IN ('pending', 'approved');--> statement-breakpoint
CREATE INDEX `samples_erase` ON `samples` (`erase_at`) WHERE erase_at IS NOT NULL;