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
	`actor_id` text DEFAULT '' NOT NULL,
	`ip` text,
	`user_agent` text,
	`accepted_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `agreement_acceptances_once` ON `agreement_acceptances` (`creator_id`,`agreement_id`,`number`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_account` ON `agreement_acceptances` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_creator` ON `agreement_acceptances` (`creator_id`,`id`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_agreement` ON `agreement_acceptances` (`agreement_id`,`number`,`creator_id`);--> statement-breakpoint
CREATE INDEX `agreement_acceptances_agreement_list` ON `agreement_acceptances` (`agreement_id`,`id`);--> statement-breakpoint
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
	`agreements_base` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_program_creator` ON `applications` (`program_id`,`creator_id`);--> statement-breakpoint
CREATE INDEX `applications_account_status` ON `applications` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `applications_program_status` ON `applications` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `applications_creator_status` ON `applications` (`creator_id`,`status`,`id`);--> statement-breakpoint
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
CREATE TABLE `creator_brands` (
	`creator_id` text NOT NULL,
	`partner_id` text NOT NULL,
	`brand_id` text NOT NULL,
	PRIMARY KEY(`creator_id`, `partner_id`, `brand_id`)
);
--> statement-breakpoint
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
CREATE TABLE `creator_relationships` (
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`relationship` text NOT NULL,
	`source` text DEFAULT 'added' NOT NULL,
	`notes` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`take_rate_bps` integer,
	`version` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_relationships_creator` ON `creator_relationships` (`creator_id`,`account_id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_status` ON `creator_relationships` (`account_id`,`status`,`creator_id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_kind` ON `creator_relationships` (`account_id`,`relationship`,`status`,`creator_id`);--> statement-breakpoint
CREATE TABLE `creator_words` (
	`account_id` text NOT NULL,
	`word` text NOT NULL,
	`creator_id` text NOT NULL,
	PRIMARY KEY(`account_id`, `word`, `creator_id`)
);
--> statement-breakpoint
CREATE INDEX `creator_words_creator` ON `creator_words` (`creator_id`,`account_id`,`word`);--> statement-breakpoint
CREATE TABLE `creators` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`handle` text,
	`email` text,
	`phone` text,
	`managed_by` text,
	`claim_invited_at` integer,
	`claimed_at` integer,
	`profile_picture` text,
	`bio` text,
	`location` text,
	`platform_handles` text DEFAULT '{}' NOT NULL,
	`visibility` text DEFAULT 'private' NOT NULL,
	`birth_date` text,
	`gender` text,
	`interests` text DEFAULT '[]' NOT NULL,
	`creative_styles` text DEFAULT '[]' NOT NULL,
	`location_details` text,
	`reference_videos` text DEFAULT '[]' NOT NULL,
	`identity_status` text DEFAULT 'required' NOT NULL,
	`bank_account_status` text,
	`onboarding_completed_at` integer,
	`last_active_at` integer,
	`search_words` text DEFAULT '{"name":[],"contact":[]}' NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `creators_handle_unique` ON `creators` (`handle`);--> statement-breakpoint
CREATE UNIQUE INDEX `creators_email_unique` ON `creators` (`email`);--> statement-breakpoint
CREATE INDEX `creators_managed_by` ON `creators` (`managed_by`,`id`);--> statement-breakpoint
CREATE INDEX `creators_visibility` ON `creators` (`visibility`,`id`);--> statement-breakpoint
CREATE TABLE `file_parts` (
	`file_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`file_id`, `number`)
);
--> statement-breakpoint
CREATE TABLE `files` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text NOT NULL,
	`purpose` text NOT NULL,
	`name` text,
	`status` text NOT NULL,
	`size` integer NOT NULL,
	`type` text,
	`sha256` text,
	`width` integer,
	`height` integer,
	`duration` real,
	`blur_hash` text,
	`pages` integer,
	`failure_code` text,
	`failure_message` text,
	`upload_id` text,
	`url_key` text NOT NULL,
	`holds` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `files_owner` ON `files` (`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `files_owner_purpose` ON `files` (`owner_id`,`purpose`,`id`);--> statement-breakpoint
CREATE INDEX `files_due` ON `files` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `ledger_transfers` (
	`id` text PRIMARY KEY NOT NULL,
	`source` text NOT NULL,
	`destination` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ledger_transfers_status` ON `ledger_transfers` (`status`,`updated_at`);--> statement-breakpoint
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
CREATE TABLE `program_pays` (
	`program_id` text NOT NULL,
	`version` integer NOT NULL,
	`pay` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`program_id`, `version`)
);
--> statement-breakpoint
CREATE TABLE `programs` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`status` text NOT NULL,
	`visibility` text DEFAULT 'invite' NOT NULL,
	`brief` text DEFAULT '{}' NOT NULL,
	`platforms` text DEFAULT '[]' NOT NULL,
	`pay` text,
	`pay_version` integer DEFAULT 1 NOT NULL,
	`next_rule` integer DEFAULT 1 NOT NULL,
	`agreements` text DEFAULT '[]' NOT NULL,
	`agreements_epoch` integer DEFAULT 0 NOT NULL,
	`products` text DEFAULT '[]' NOT NULL,
	`limit_creators` integer,
	`limit_submissions_per_creator` integer,
	`limit_budget` integer,
	`starts_at` integer,
	`ends_at` integer,
	`image` text,
	`creator_count` integer DEFAULT 0 NOT NULL,
	`application_count` integer DEFAULT 0 NOT NULL,
	`submission_count` integer DEFAULT 0 NOT NULL,
	`spent` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `programs_account` ON `programs` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `programs_account_status` ON `programs` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `programs_network` ON `programs` (`visibility`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`application_id` text DEFAULT '' NOT NULL,
	`creator_id` text NOT NULL,
	`status` text NOT NULL,
	`note` text,
	`tags` text DEFAULT '[]' NOT NULL,
	`file_id` text,
	`url` text,
	`platform` text,
	`caption` text,
	`format` text,
	`duration_ms` integer,
	`product_id` text,
	`retainer_id` text,
	`post_id` text,
	`revisions` text DEFAULT '[]' NOT NULL,
	`submitted_at` integer DEFAULT 0 NOT NULL,
	`reviewed_at` integer,
	`pay_version` integer DEFAULT 1 NOT NULL,
	`pay_override` text,
	`pay_due_at` integer,
	`payment_id` text,
	`paid_amount` integer,
	`paid_currency` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `submissions_account_status` ON `submissions` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_status` ON `submissions` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_creator_status` ON `submissions` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_creator` ON `submissions` (`creator_id`,`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_creator` ON `submissions` (`program_id`,`creator_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_file` ON `submissions` (`program_id`,`file_id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_url` ON `submissions` (`program_id`,`url`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `submissions_pay_due` ON `submissions` (`pay_due_at`) WHERE pay_due_at IS NOT NULL;--> statement-breakpoint
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
	`earlier_attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer,
	`wake_at` integer NOT NULL,
	`give_up_at` integer NOT NULL,
	`leased_until` integer,
	`lease` text,
	`delivered_at` integer,
	`occurred_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deliveries_key` ON `deliveries` (`key_id`,`event_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `deliveries_once` ON `deliveries` (`event_id`,`key_id`);--> statement-breakpoint
CREATE INDEX `deliveries_due` ON `deliveries` (`wake_at`) WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX `deliveries_pending` ON `deliveries` (`key_id`) WHERE status = 'pending';--> statement-breakpoint
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
CREATE INDEX `delivery_attempts_at` ON `delivery_attempts` (`at`);--> statement-breakpoint
CREATE TABLE `events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account_id` text,
	`creator_id` text,
	`data` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`test` integer DEFAULT false NOT NULL,
	`relay` text
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