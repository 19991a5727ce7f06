CREATE TABLE `agreement_acceptances` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`agreement_id` text NOT NULL,
	`number` integer NOT NULL,
	`creator_id` text NOT NULL,
	`context` text NOT NULL,
	`program_id` text,
	`retainer_id` text,
	`title` text NOT NULL,
	`key_id` text NOT NULL,
	`ip` text,
	`user_agent` text,
	`accepted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agreement_acceptances_once` ON `agreement_acceptances` (`creator_id`,`agreement_id`,`number`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_account` ON `agreement_acceptances` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_creator` ON `agreement_acceptances` (`creator_id`,`id`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_agreement` ON `agreement_acceptances` (`agreement_id`,`number`,`creator_id`);--> statement-breakpoint
CREATE TABLE `agreement_versions` (
	`agreement_id` text NOT NULL,
	`number` integer NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`file` text NOT NULL,
	`file_name` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`applicability` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`agreement_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `agreements` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`title` text NOT NULL,
	`description` text,
	`status` text NOT NULL,
	`applicability` text NOT NULL,
	`latest` integer NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `agreements_account_status` ON `agreements` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`removed` integer DEFAULT false NOT NULL,
	`invited` integer DEFAULT false NOT NULL,
	`invited_at` integer,
	`pay` text,
	`accepted_at` integer,
	`pay_version` integer,
	`pay_status` text DEFAULT 'current' NOT NULL,
	`reviewed_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_program_creator` ON `applications` (`program_id`,`creator_id`);--> statement-breakpoint
CREATE INDEX `applications_account_status` ON `applications` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `applications_program_status` ON `applications` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `applications_creator_status` ON `applications` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `cities` (
	`rank` integer PRIMARY KEY NOT NULL,
	`geonames_id` integer NOT NULL,
	`name` text NOT NULL,
	`folded` text NOT NULL,
	`country_code` text NOT NULL,
	`region_code` text,
	`region_name` text,
	`latitude` real NOT NULL,
	`longitude` real NOT NULL,
	`time_zone` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `city_prefixes` (
	`key` text NOT NULL,
	`rank` integer NOT NULL,
	PRIMARY KEY(`key`, `rank`)
);
--> statement-breakpoint
CREATE TABLE `creator_brands` (
	`creator_id` text NOT NULL,
	`partner_id` text NOT NULL,
	`brand_id` text NOT NULL,
	PRIMARY KEY(`creator_id`, `partner_id`, `brand_id`)
);
--> statement-breakpoint
CREATE TABLE `creator_days` (
	`creator_id` text NOT NULL,
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`currency` text NOT NULL,
	`spend` integer DEFAULT 0 NOT NULL,
	`revenue` integer DEFAULT 0 NOT NULL,
	`clicks` integer DEFAULT 0 NOT NULL,
	`impressions` integer DEFAULT 0 NOT NULL,
	`purchases` integer DEFAULT 0 NOT NULL,
	`installs` integer DEFAULT 0 NOT NULL,
	`approved_submissions` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`creator_id`, `account_id`, `day`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `creator_hidden` (
	`creator_id` text NOT NULL,
	`account_id` text NOT NULL,
	`set_by` text NOT NULL,
	PRIMARY KEY(`creator_id`, `account_id`, `set_by`)
);
--> statement-breakpoint
CREATE TABLE `creator_programs` (
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`status` text NOT NULL,
	`creator_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `program_id`, `status`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_programs_creator` ON `creator_programs` (`creator_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `creator_words` (
	`account_id` text NOT NULL,
	`word` text NOT NULL,
	`creator_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `word`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_words_creator` ON `creator_words` (`creator_id`,`account_id`,`word`);--> statement-breakpoint
CREATE TABLE `program_pays` (
	`program_id` text NOT NULL,
	`version` integer NOT NULL,
	`pay` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`program_id`, `version`)
);
--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `source` text DEFAULT 'added' NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `visibility` text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `notes` text;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `tags` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `take_rate_bps` integer;--> statement-breakpoint
ALTER TABLE `creator_relationships` ADD `version` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `creator_relationships_status` ON `creator_relationships` (`account_id`,`status`,`creator_id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_kind` ON `creator_relationships` (`account_id`,`relationship`,`status`,`creator_id`);--> statement-breakpoint
ALTER TABLE `creators` ADD `claim_invited_at` integer;--> statement-breakpoint
ALTER TABLE `creators` ADD `profile_picture` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `bio` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `location` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `platform_handles` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `visibility` text DEFAULT 'private' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `birth_date` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `gender` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `interests` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `creative_styles` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `location_details` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `reference_videos` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `identity_status` text DEFAULT 'required' NOT NULL;--> statement-breakpoint
ALTER TABLE `creators` ADD `bank_account_status` text;--> statement-breakpoint
ALTER TABLE `creators` ADD `onboarding_completed_at` integer;--> statement-breakpoint
ALTER TABLE `creators` ADD `last_active_at` integer;--> statement-breakpoint
ALTER TABLE `creators` ADD `search_words` text DEFAULT '{"name":[],"contact":[]}' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `creators_email_unique` ON `creators` (`email`);--> statement-breakpoint
CREATE INDEX `creators_visibility` ON `creators` (`visibility`,`id`);--> statement-breakpoint
ALTER TABLE `programs` ADD `visibility` text DEFAULT 'invite' NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `brief` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `platforms` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `pay` text;--> statement-breakpoint
ALTER TABLE `programs` ADD `pay_version` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `next_rule` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `agreements` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `agreements_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `products` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `limit_creators` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `limit_submissions_per_creator` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `limit_budget` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `starts_at` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `programs` ADD `image` text;--> statement-breakpoint
ALTER TABLE `programs` ADD `creator_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `application_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `submission_count` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `programs` ADD `spent` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `programs_account_status` ON `programs` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `programs_network` ON `programs` (`visibility`,`status`,`id`);