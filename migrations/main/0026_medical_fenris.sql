CREATE TABLE `mirrored_posts` (
	`id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`platform_id` text NOT NULL,
	`url` text,
	`title` text,
	`caption` text,
	`published_at` integer NOT NULL,
	`duration_seconds` real,
	`thumbnail_url` text,
	`video_url` text,
	`views` integer,
	`likes` integer,
	`comments` integer,
	`shares` integer,
	`saves` integer,
	`counted_at` integer,
	`count_at` integer,
	`gone_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `mirrored_posts_platform` ON `mirrored_posts` (`connection_id`,`platform_id`);--> statement-breakpoint
CREATE INDEX `mirrored_posts_connection` ON `mirrored_posts` (`connection_id`,`id`);--> statement-breakpoint
CREATE INDEX `mirrored_posts_count` ON `mirrored_posts` (`connection_id`,`count_at`) WHERE "mirrored_posts"."count_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `mirrors` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`creator_id` text NOT NULL,
	`platform` text NOT NULL,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`list_at` integer NOT NULL,
	`list_cursor` text,
	`list_pages` integer DEFAULT 0 NOT NULL,
	`list_newest` integer DEFAULT 0 NOT NULL,
	`listed_to` integer DEFAULT 0 NOT NULL,
	`removed_at` integer,
	`asked_at` integer,
	`asked_ended_at` integer
);
--> statement-breakpoint
CREATE INDEX `mirrors_due` ON `mirrors` (`due_at`) WHERE "mirrors"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `post_days` (
	`post_id` text NOT NULL,
	`day` text NOT NULL,
	`at` integer NOT NULL,
	`views` integer NOT NULL,
	`likes` integer,
	`comments` integer,
	`shares` integer,
	`saves` integer,
	PRIMARY KEY(`post_id`, `day`)
) WITHOUT ROWID;
