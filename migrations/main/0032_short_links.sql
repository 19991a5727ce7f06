DROP INDEX `submissions_url`;--> statement-breakpoint
ALTER TABLE `submissions` ADD `url_due_at` integer;--> statement-breakpoint
ALTER TABLE `submissions` ADD `url_tries` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `url_problem` text;--> statement-breakpoint
CREATE INDEX `submissions_url_due` ON `submissions` (`url_due_at`) WHERE url_due_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_url` ON `submissions` (`program_id`,`url`,`creator_id`) WHERE status <> 'rejected';--> statement-breakpoint
ALTER TABLE `posts` RENAME COLUMN `found_caption` TO `caption_hash`;
