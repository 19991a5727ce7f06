CREATE TABLE `ad_days` (
	`connection_id` text NOT NULL,
	`ad` text NOT NULL,
	`ad_set` text NOT NULL,
	`campaign` text NOT NULL,
	`day` text NOT NULL,
	`account_id` text NOT NULL,
	`ad_id` text,
	`campaign_id` text,
	`submission_id` text,
	`currency` text NOT NULL,
	`spend` integer NOT NULL,
	`impressions` integer NOT NULL,
	`clicks` integer NOT NULL,
	`conversions` text NOT NULL,
	`revenue` integer NOT NULL,
	`reported_spend` integer DEFAULT 0 NOT NULL,
	`reported_at` integer DEFAULT 0 NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `ad`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ad_days_campaign` ON `ad_days` (`connection_id`,`campaign`,`day`);--> statement-breakpoint
CREATE INDEX `ad_days_account` ON `ad_days` (`account_id`,`day`);--> statement-breakpoint
CREATE INDEX `ad_days_unreported` ON `ad_days` (`reported_at`) WHERE ad_id IS NOT NULL AND spend > reported_spend;--> statement-breakpoint
CREATE TABLE `ad_syncs` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`platform` text NOT NULL,
	`ad_account` text NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`lease` text,
	`failures` integer NOT NULL,
	`since` text,
	`until` text,
	`next_page` text,
	`long_read_at` integer,
	`external_read_at` integer,
	`external_after` text
);
--> statement-breakpoint
CREATE INDEX `ad_syncs_due` ON `ad_syncs` (`due_at`);