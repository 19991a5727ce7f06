ALTER TABLE `platform_works` RENAME TO `platform_tasks`;--> statement-breakpoint
ALTER TABLE `platform_steps` RENAME COLUMN `work_id` TO `task_id`;--> statement-breakpoint
UPDATE `platform_tasks` SET `id` = 'ptsk' || substr(`id`, 5);--> statement-breakpoint
UPDATE `platform_steps` SET `task_id` = 'ptsk' || substr(`task_id`, 5);--> statement-breakpoint
DROP INDEX `platform_works_due`;--> statement-breakpoint
DROP INDEX `platform_works_subject`;--> statement-breakpoint
DROP INDEX `platform_works_connection`;--> statement-breakpoint
CREATE INDEX `platform_tasks_due` ON `platform_tasks` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `platform_tasks_subject` ON `platform_tasks` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `platform_tasks_connection` ON `platform_tasks` (`connection_id`,`status`);--> statement-breakpoint
ALTER TABLE `campaign_work` RENAME TO `campaign_submissions`;--> statement-breakpoint
ALTER TABLE `period_payments` RENAME COLUMN `work` TO `submissions`;