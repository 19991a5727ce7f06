CREATE TABLE `post_matches` (
	`creator_id` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `post_matches_due` ON `post_matches` (`due_at`);--> statement-breakpoint
CREATE TABLE `posts` (
	`id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`platform` text NOT NULL,
	`url` text NOT NULL,
	`given_url` text,
	`url_key` text,
	`mirrored_post_id` text,
	`connection_id` text,
	`found_caption` text,
	`accepted_at` integer NOT NULL,
	`published_at` integer,
	`tracked_until` integer NOT NULL,
	`state` text NOT NULL,
	`shown` text NOT NULL,
	`note` text,
	`confidence` text NOT NULL,
	`reason` text NOT NULL,
	`evidence` text DEFAULT '[]' NOT NULL,
	`eligible_views` integer,
	`judged_at` integer NOT NULL,
	`check_at` integer,
	`decided_at` integer,
	`decided_by` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `posts_submission` ON `posts` (`submission_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `posts_mirrored` ON `posts` (`account_id`,`mirrored_post_id`) WHERE mirrored_post_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_account` ON `posts` (`account_id`,`shown`,`id`);--> statement-breakpoint
CREATE INDEX `posts_account_platform` ON `posts` (`account_id`,`platform`,`shown`,`id`);--> statement-breakpoint
CREATE INDEX `posts_program` ON `posts` (`program_id`,`shown`,`id`);--> statement-breakpoint
CREATE INDEX `posts_program_platform` ON `posts` (`program_id`,`platform`,`shown`,`id`);--> statement-breakpoint
CREATE INDEX `posts_program_key` ON `posts` (`program_id`,`platform`,`url_key`) WHERE url_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `posts_creator` ON `posts` (`creator_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `posts_creator_shown` ON `posts` (`creator_id`,`shown`,`id`);--> statement-breakpoint
CREATE INDEX `posts_check` ON `posts` (`check_at`) WHERE check_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `plays` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `ad_days_submission` ON `ad_days` (`submission_id`,`day`) WHERE submission_id IS NOT NULL;--> statement-breakpoint
ALTER TABLE `mirrored_posts` ADD `matched` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `mirrors_creator` ON `mirrors` (`creator_id`);--> statement-breakpoint
UPDATE `program_pays` SET `pay` = json_set(`pay`, '$.viewDays', 30) WHERE `pay` ->> '$.viewDays' IS NULL;--> statement-breakpoint
UPDATE `programs` SET `pay` = json_set(`pay`, '$.viewDays', 30) WHERE `pay` ->> '$.viewDays' IS NULL;
