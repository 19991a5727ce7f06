CREATE TABLE `ads_plan_facts` (
	`fact_id` text NOT NULL,
	`plan_id` text NOT NULL,
	PRIMARY KEY(`fact_id`, `plan_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `ads_plan_facts_plan` ON `ads_plan_facts` (`plan_id`);--> statement-breakpoint
CREATE TABLE `ads_plans` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`maker_id` text NOT NULL,
	`client_request_id` text NOT NULL,
	`input` text NOT NULL,
	`body_hash` text NOT NULL,
	`semantic_hash` text NOT NULL,
	`revision` integer NOT NULL,
	`approval_state` text NOT NULL,
	`execution_state` text NOT NULL,
	`operation_type` text NOT NULL,
	`target_id` text NOT NULL,
	`campaign_id` text,
	`expires_at` integer NOT NULL,
	`answered_by` text,
	`answered_at` integer,
	`note` text,
	`executed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ads_plans_request` ON `ads_plans` (`maker_id`,`account_id`,`client_request_id`);--> statement-breakpoint
CREATE INDEX `ads_plans_account` ON `ads_plans` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_plans_approval` ON `ads_plans` (`account_id`,`approval_state`,`execution_state`,`id`);--> statement-breakpoint
CREATE INDEX `ads_plans_execution` ON `ads_plans` (`account_id`,`execution_state`,`id`);--> statement-breakpoint
CREATE INDEX `ads_plans_campaign` ON `ads_plans` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_plans_target` ON `ads_plans` (`target_id`,`execution_state`);--> statement-breakpoint
CREATE INDEX `ads_plans_expiry` ON `ads_plans` (`approval_state`,`expires_at`);