DROP INDEX `posts_program_key`;--> statement-breakpoint
CREATE INDEX `posts_account_key` ON `posts` (`account_id`,`platform`,`url_key`) WHERE url_key IS NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `url_by_brand` integer DEFAULT false NOT NULL;