CREATE TABLE `ad_results` (
	`account_id` text NOT NULL,
	`ad` text NOT NULL,
	`day` text NOT NULL,
	`submission_id` text NOT NULL,
	`campaign_id` text NOT NULL,
	`currency` text NOT NULL,
	`counted` integer NOT NULL,
	`shared` integer NOT NULL,
	`reported_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `ad`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ad_results_unshared` ON `ad_results` (`submission_id`) WHERE shared < counted;--> statement-breakpoint
CREATE TABLE `campaign_pay_totals` (
	`campaign_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `creator_id`)
);
--> statement-breakpoint
CREATE TABLE `campaign_pays` (
	`campaign_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`model` text NOT NULL,
	`creator_share` real,
	`lead_amount` integer,
	`cap` integer,
	`counter` text NOT NULL,
	`event` text,
	`conversion_id` text,
	`currency` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `campaign_work` (
	`campaign_id` text NOT NULL,
	`submission_id` text NOT NULL,
	PRIMARY KEY(`campaign_id`, `submission_id`)
);
--> statement-breakpoint
DROP INDEX `ad_days_unreported`;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `result` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `reported_result` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `ad_days_unreported` ON `ad_days` (`reported_at`) WHERE ad_id IS NOT NULL AND (spend > reported_spend OR result > reported_result);--> statement-breakpoint
CREATE TABLE `__new_running_pay` (
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`campaign_id` text DEFAULT '' NOT NULL,
	`rules` text NOT NULL,
	`unpaid` integer NOT NULL,
	`due_at` integer,
	`rev` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `source`, `campaign_id`)
);
--> statement-breakpoint
INSERT INTO `__new_running_pay`("submission_id", "source", "campaign_id", "rules", "unpaid", "due_at", "rev") SELECT "submission_id", "source", '', "rules", "unpaid", "due_at", "rev" FROM `running_pay`;--> statement-breakpoint
DROP TABLE `running_pay`;--> statement-breakpoint
ALTER TABLE `__new_running_pay` RENAME TO `running_pay`;--> statement-breakpoint
CREATE INDEX `running_pay_due` ON `running_pay` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
ALTER TABLE `accruals` ADD `campaign_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `earned_payments` ADD `campaign_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `payable_conversions` ADD `happening_id` text;