ALTER TABLE `agreement_news` ADD `due_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `agreement_news` ADD `failures` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `agreement_news_due` ON `agreement_news` (`due_at`,`agreement_id`);