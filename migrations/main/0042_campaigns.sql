CREATE TABLE `ad_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`campaign_id` text,
	`platform` text NOT NULL,
	`connection_id` text NOT NULL,
	`platform_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`share` integer,
	`budget` text,
	`currency` text NOT NULL,
	`bidding` text,
	`audience` text,
	`source` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ad_sets_account_status` ON `ad_sets` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `ad_sets_campaign` ON `ad_sets` (`campaign_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `ad_sets_platform_id` ON `ad_sets` (`connection_id`,`platform_id`);--> statement-breakpoint
CREATE TABLE `ads` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`campaign_id` text,
	`ad_set_id` text NOT NULL,
	`platform` text NOT NULL,
	`connection_id` text NOT NULL,
	`platform_id` text,
	`position` integer DEFAULT 0 NOT NULL,
	`submission_id` text,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`review` text,
	`source` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ads_account_status` ON `ads` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `ads_campaign` ON `ads` (`campaign_id`,`id`);--> statement-breakpoint
CREATE INDEX `ads_ad_set` ON `ads` (`ad_set_id`,`position`);--> statement-breakpoint
CREATE INDEX `ads_submission` ON `ads` (`submission_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ads_platform_id` ON `ads` (`connection_id`,`platform_id`);--> statement-breakpoint
CREATE TABLE `campaign_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`campaign_id` text NOT NULL,
	`platform` text,
	`by` text,
	`what` text NOT NULL,
	`details` text,
	`at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaign_entries_campaign` ON `campaign_entries` (`campaign_id`,`id`);--> statement-breakpoint
CREATE TABLE `campaign_platforms` (
	`campaign_id` text NOT NULL,
	`platform` text NOT NULL,
	`account_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`ad_account` text NOT NULL,
	`platform_id` text,
	`status` text NOT NULL,
	`error` text,
	`issues` text DEFAULT '[]' NOT NULL,
	`set_up_at` integer,
	`state_read_at` integer,
	`days_read_at` integer,
	`spent` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`campaign_id`, `platform`)
);
--> statement-breakpoint
CREATE INDEX `campaign_platforms_state` ON `campaign_platforms` (`status`,`state_read_at`);--> statement-breakpoint
CREATE INDEX `campaign_platforms_days` ON `campaign_platforms` (`status`,`days_read_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `campaign_platforms_platform_id` ON `campaign_platforms` (`connection_id`,`platform_id`);--> statement-breakpoint
ALTER TABLE `campaigns` ADD `status` text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `connection_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `platform` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `currency` text DEFAULT 'usd' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `timezone` text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `terms` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `wanted` text DEFAULT 'paused' NOT NULL;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `hold` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `scheduled_launch_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `launched_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `published_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `pending_change` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `partner_id` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `approval_status` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `approval_note` text;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `approval_requested_at` integer;--> statement-breakpoint
ALTER TABLE `campaigns` ADD `approval_reviewed_at` integer;--> statement-breakpoint
CREATE INDEX `campaigns_account_status` ON `campaigns` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_connection` ON `campaigns` (`connection_id`,`status`);--> statement-breakpoint
CREATE INDEX `campaigns_scheduled` ON `campaigns` (`scheduled_launch_at`);