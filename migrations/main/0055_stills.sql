ALTER TABLE `files` ADD `thumbnail_id` text;--> statement-breakpoint
ALTER TABLE `files` ADD `strip_version` integer;--> statement-breakpoint
CREATE INDEX `files_thumbnail` ON `files` (`thumbnail_id`) WHERE thumbnail_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `files_unstripped` ON `files` (`id`) WHERE status = 'ready' AND strip_version IS NULL AND type LIKE 'image/%';