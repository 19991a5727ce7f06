ALTER TABLE `ads_plans` RENAME COLUMN "input" TO "head";--> statement-breakpoint
CREATE TABLE `ads_plan_steps` (
	`plan_id` text PRIMARY KEY NOT NULL,
	`steps` text NOT NULL
);
--> statement-breakpoint
DROP INDEX `ads_plans_execution`;--> statement-breakpoint
DROP INDEX `ads_plans_campaign`;--> statement-breakpoint
CREATE INDEX `ads_plans_campaign` ON `ads_plans` (`campaign_id`,`approval_state`,`execution_state`,`id`);