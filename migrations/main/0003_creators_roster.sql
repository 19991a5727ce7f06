CREATE TABLE `file_parts` (
	`file_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`file_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`name` text,
	`status` text NOT NULL,
	`size` integer NOT NULL,
	`type` text,
	`sha256` text,
	`width` integer,
	`height` integer,
	`duration` real,
	`blur_hash` text,
	`pages` integer,
	`failure_code` text,
	`failure_message` text,
	`upload_id` text,
	`url_key` text NOT NULL,
	`held` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `files_owner_purpose` ON `files` (`owner_id`,`purpose`,`id`);--> statement-breakpoint
CREATE INDEX `files_due` ON `files` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` DROP COLUMN `visibility`;