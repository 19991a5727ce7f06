CREATE TABLE `accruals` (
	`key` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`rule` integer NOT NULL,
	`evidence` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`payment_id` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accruals_open` ON `accruals` (`submission_id`,`source`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `accruals_payment` ON `accruals` (`payment_id`);--> statement-breakpoint
CREATE TABLE `ad_spend` (
	`account_id` text NOT NULL,
	`ad` text NOT NULL,
	`day` text NOT NULL,
	`submission_id` text,
	`campaign_id` text,
	`currency` text NOT NULL,
	`spend` integer NOT NULL,
	`shared` integer NOT NULL,
	`reported_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `ad`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ad_spend_unshared` ON `ad_spend` (`submission_id`) WHERE shared < spend;--> statement-breakpoint
CREATE TABLE `ad_spend_days` (
	`day` text NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`spend` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `brand_fees` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`partner_id` text,
	`of` text,
	`bps` integer,
	`base` integer NOT NULL,
	`amount` integer NOT NULL,
	`earning_id` text,
	`status` text NOT NULL,
	`failure_message` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `brand_fees_once` ON `brand_fees` (`account_id`,`day`,`currency`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_fees_earning` ON `brand_fees` (`earning_id`);--> statement-breakpoint
CREATE INDEX `brand_fees_day` ON `brand_fees` (`day`);--> statement-breakpoint
CREATE TABLE `earned_payments` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`accrued` integer NOT NULL,
	`cut_by_cap` integer NOT NULL,
	`cut_by_budget` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pay_totals` (
	`program_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`program_id`, `creator_id`)
);
--> statement-breakpoint
CREATE TABLE `payable_conversions` (
	`conversion_id` text NOT NULL,
	`event_id` text NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`submission_id` text,
	`campaign_id` text,
	`value_cents` integer,
	`currency` text,
	`credit` text NOT NULL,
	`source` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`payable_at` integer NOT NULL,
	`harvested_at` integer NOT NULL,
	`state` text NOT NULL,
	PRIMARY KEY(`conversion_id`, `event_id`)
);
--> statement-breakpoint
CREATE INDEX `payable_conversions_new` ON `payable_conversions` (`harvested_at`) WHERE state = 'new';--> statement-breakpoint
CREATE INDEX `payable_conversions_waiting` ON `payable_conversions` (`creator_id`,`account_id`) WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX `payable_conversions_day` ON `payable_conversions` (`harvested_at`);--> statement-breakpoint
CREATE TABLE `running_pay` (
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`rules` text NOT NULL,
	`unpaid` integer NOT NULL,
	`due_at` integer,
	`rev` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `source`)
);
--> statement-breakpoint
CREATE INDEX `running_pay_due` ON `running_pay` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `submission_views` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`views` integer NOT NULL,
	`reported_at` integer NOT NULL
);
