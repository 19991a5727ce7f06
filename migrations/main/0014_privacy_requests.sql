CREATE TABLE `privacy_requests` (
	`id` text PRIMARY KEY NOT NULL,
	`shop_id` text NOT NULL,
	`hashes` text NOT NULL,
	`orders` text NOT NULL,
	`created_at` integer NOT NULL,
	`due_at` integer,
	`phase` text NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `privacy_requests_due` ON `privacy_requests` (`due_at`) WHERE "privacy_requests"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `privacy_requests_shop` ON `privacy_requests` (`shop_id`);