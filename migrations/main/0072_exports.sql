CREATE TABLE `exports` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`by` text NOT NULL,
	`caller_id` text NOT NULL,
	`list` text NOT NULL,
	`filters` text NOT NULL,
	`status` text NOT NULL,
	`failure` text,
	`rows` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	`parts` integer DEFAULT 0 NOT NULL,
	`cursor` text,
	`truncated` integer DEFAULT false NOT NULL,
	`url_key` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`due_at` integer NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `exports_running` ON `exports` (`owner_id`) WHERE "exports"."status" = 'running';--> statement-breakpoint
CREATE INDEX `exports_due` ON `exports` (`status`,`due_at`);