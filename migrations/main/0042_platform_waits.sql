CREATE TABLE `platform_waits` (
	`task_id` text NOT NULL,
	`key` text NOT NULL,
	`on_task` text NOT NULL,
	`on_key` text NOT NULL,
	PRIMARY KEY(`task_id`, `key`, `on_task`, `on_key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `platform_waits_on` ON `platform_waits` (`on_task`,`on_key`);--> statement-breakpoint
ALTER TABLE `platform_tasks` ADD `record` text;--> statement-breakpoint
ALTER TABLE `platform_tasks` ADD `woken` integer DEFAULT 0 NOT NULL;