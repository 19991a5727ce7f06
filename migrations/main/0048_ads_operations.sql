CREATE TABLE `ads_operations` (
	`id` text PRIMARY KEY NOT NULL,
	`plan_id` text NOT NULL,
	`account_id` text NOT NULL,
	`campaign_id` text,
	`platform` text NOT NULL,
	`connection_id` text NOT NULL,
	`task_id` text,
	`intended` text,
	`records` text NOT NULL,
	`ended_as` text,
	`ended_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ads_operations_account` ON `ads_operations` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_operations_state` ON `ads_operations` (`account_id`,`ended_as`,`id`);--> statement-breakpoint
CREATE INDEX `ads_operations_campaign` ON `ads_operations` (`campaign_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ads_operations_plan` ON `ads_operations` (`plan_id`,`platform`);--> statement-breakpoint
CREATE UNIQUE INDEX `ads_operations_task` ON `ads_operations` (`task_id`);