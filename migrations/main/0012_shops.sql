CREATE TABLE `due_orders` (
	`shop_id` text NOT NULL,
	`order_id` text NOT NULL,
	`heard` integer NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer NOT NULL,
	PRIMARY KEY(`shop_id`, `order_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `due_orders_due` ON `due_orders` (`shop_id`,`due_at`);--> statement-breakpoint
CREATE TABLE `shops` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`provider` text NOT NULL,
	`shop` text NOT NULL,
	`pixel_id` text,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`sweep_at` integer NOT NULL,
	`swept_to` integer NOT NULL,
	`sweep_began` integer,
	`sweep_next` text,
	`sync_started_at` integer,
	`sync_finished_at` integer,
	`sync_error` text
);
--> statement-breakpoint
CREATE INDEX `shops_due` ON `shops` (`due_at`) WHERE "shops"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `shops_shop` ON `shops` (`provider`,`shop`);