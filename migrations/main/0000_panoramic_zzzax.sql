CREATE TABLE `accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`name` text NOT NULL,
	`slug` text NOT NULL,
	`status` text NOT NULL,
	`managed_by` text,
	`brand_fee_of` text,
	`brand_fee_bps` integer,
	`partner_take_rate_bps` integer,
	`partner_fee_of` text,
	`partner_fee_bps` integer,
	`email` text,
	`phone` text,
	`profile_picture` text,
	`card_status` text,
	`card_brand` text,
	`card_last4` text,
	`identity_status` text DEFAULT 'required' NOT NULL,
	`bank_account_status` text,
	`description` text,
	`recruitment_headline` text,
	`recruitment_description` text,
	`listed` integer DEFAULT false NOT NULL,
	`listing_headline` text,
	`listing_categories` text DEFAULT '[]' NOT NULL,
	`listing_registered_at` integer,
	`events_shard` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_slug_unique` ON `accounts` (`slug`);--> statement-breakpoint
CREATE INDEX `accounts_managed_by` ON `accounts` (`managed_by`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_managed_by_status` ON `accounts` (`managed_by`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_account` ON `campaigns` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `conversions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`event_name` text NOT NULL,
	`page_url_contains` text,
	`min_value_cents` integer,
	`min_value_currency` text,
	`attribution_window_days` integer NOT NULL,
	`pay_browser_events` integer NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `conversions_account` ON `conversions` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `creator_codes` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`code` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `kind`, `code`)
);
--> statement-breakpoint
CREATE TABLE `creator_relationships` (
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`relationship` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_relationships_creator` ON `creator_relationships` (`creator_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `creators` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`handle` text,
	`email` text,
	`phone` text,
	`managed_by` text,
	`claimed_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creators_handle_unique` ON `creators` (`handle`);--> statement-breakpoint
CREATE INDEX `creators_managed_by` ON `creators` (`managed_by`,`id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`access` text NOT NULL,
	`scopes` text,
	`webhook_url` text,
	`webhook_secret` text,
	`webhook_since` integer,
	`previous_secret` text,
	`previous_secret_until` integer,
	`webhook_gone_at` integer,
	`webhook_slow` integer DEFAULT false NOT NULL,
	`last_used_at` integer,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_secret_hash_unique` ON `api_keys` (`secret_hash`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `key_clients` (
	`key_id` text NOT NULL,
	`account_id` text NOT NULL,
	PRIMARY KEY(`key_id`, `account_id`)
);
--> statement-breakpoint
CREATE TABLE `key_origins` (
	`origin` text NOT NULL,
	`key_id` text NOT NULL,
	PRIMARY KEY(`origin`, `key_id`)
);
--> statement-breakpoint
CREATE INDEX `key_origins_key` ON `key_origins` (`key_id`);--> statement-breakpoint
CREATE TABLE `pixels` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`domains` text NOT NULL,
	`excluded_countries` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pixels_account` ON `pixels` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `programs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `programs_account` ON `programs` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `submissions_account` ON `submissions` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`id` text PRIMARY KEY NOT NULL,
	`queue` text NOT NULL,
	`body` text NOT NULL,
	`attempts` integer NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dead_letters_created` ON `dead_letters` (`created_at`);--> statement-breakpoint
CREATE TABLE `deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`event_id` text NOT NULL,
	`key_id` text NOT NULL,
	`via_roster` integer DEFAULT false NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`give_up_at` integer NOT NULL,
	`leased_until` integer,
	`delivered_at` integer,
	`occurred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deliveries_key` ON `deliveries` (`key_id`,`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_event` ON `deliveries` (`event_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`status`,`next_attempt_at`);--> statement-breakpoint
CREATE TABLE `delivery_attempts` (
	`delivery_id` text NOT NULL,
	`number` integer NOT NULL,
	`at` integer NOT NULL,
	`url` text NOT NULL,
	`status` integer,
	`latency_ms` integer NOT NULL,
	`error` text,
	`body` text,
	PRIMARY KEY(`delivery_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account_id` text,
	`creator_id` text,
	`data` text NOT NULL,
	`occurred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `events_occurred` ON `events` (`occurred_at`);--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`created_at`);