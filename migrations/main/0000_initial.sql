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
	`return_schemes` text DEFAULT '[]' NOT NULL,
	`events_shard` integer,
	`creator_count` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `accounts_slug_unique` ON `accounts` (`slug`);--> statement-breakpoint
CREATE INDEX `accounts_managed_by` ON `accounts` (`managed_by`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_managed_by_status` ON `accounts` (`managed_by`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `accounts_name` ON `accounts` (lower("name"));--> statement-breakpoint
CREATE INDEX `accounts_last_word` ON `accounts` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));--> statement-breakpoint
CREATE INDEX `accounts_email` ON `accounts` (lower("email"));--> statement-breakpoint
CREATE TABLE `oauth_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`client_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`access` text NOT NULL,
	`registered_from` text,
	`shown_at` integer,
	`revoked_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_apps_client_id_unique` ON `oauth_apps` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_account` ON `oauth_apps` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_registered` ON `oauth_apps` (`registered_from`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_apps_never_shown` ON `oauth_apps` (`created_at`) WHERE "oauth_apps"."account_id" IS NULL AND "oauth_apps"."shown_at" IS NULL;--> statement-breakpoint
CREATE TABLE `oauth_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`scope` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`challenge` text NOT NULL,
	`redeemed_at` integer,
	`grant_id` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_codes_app` ON `oauth_codes` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_person` ON `oauth_codes` (`account_id`,`person_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_grant` ON `oauth_codes` (`grant_id`);--> statement-breakpoint
CREATE INDEX `oauth_codes_expires` ON `oauth_codes` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`app_id` text NOT NULL,
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`scope` text NOT NULL,
	`last_used_at` integer,
	`ended_at` integer,
	`ended_why` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_grants_app` ON `oauth_grants` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_person` ON `oauth_grants` (`account_id`,`person_id`,`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_grants_expires` ON `oauth_grants` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_requests` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`app_id` text NOT NULL,
	`redirect_uri` text NOT NULL,
	`scope` text NOT NULL,
	`state` text,
	`challenge` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_requests_session` ON `oauth_requests` (`session_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `oauth_requests_app` ON `oauth_requests` (`app_id`);--> statement-breakpoint
CREATE INDEX `oauth_requests_expires` ON `oauth_requests` (`expires_at`);--> statement-breakpoint
CREATE TABLE `oauth_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`grant_id` text NOT NULL,
	`kind` text NOT NULL,
	`access` text NOT NULL,
	`used_at` integer,
	`revoked_at` integer,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `oauth_tokens_grant` ON `oauth_tokens` (`grant_id`,`kind`);--> statement-breakpoint
CREATE INDEX `oauth_tokens_expires` ON `oauth_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`partner_id` text,
	`creator_id` text,
	`operation` text NOT NULL,
	`subject` text,
	`address` text,
	`browser` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_account` ON `audit_entries` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_person` ON `audit_entries` (`account_id`,`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_operation` ON `audit_entries` (`account_id`,`operation`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_partner` ON `audit_entries` (`partner_id`,`id`) WHERE partner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_entries_partner_person` ON `audit_entries` (`partner_id`,`person_id`,`id`) WHERE partner_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `audit_entries_partner_operation` ON `audit_entries` (`partner_id`,`operation`,`id`) WHERE partner_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `connection_visits` (
	`id` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`holder` text NOT NULL,
	`return_url` text,
	`subject` text NOT NULL,
	`browser_hash` text,
	`state_hash` text,
	`state_until` integer,
	`outcome` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connection_visits_expires` ON `connection_visits` (`expires_at`);--> statement-breakpoint
CREATE INDEX `connection_visits_state` ON `connection_visits` (`state_hash`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`provider` text NOT NULL,
	`status` text NOT NULL,
	`platform_user` text NOT NULL,
	`person_name` text,
	`name` text,
	`handle` text,
	`avatar_url` text,
	`selection` text NOT NULL,
	`currency` text,
	`timezone` text,
	`token` text,
	`refresh_token` text,
	`token_expires_at` integer,
	`renewal_until` integer,
	`renewed_at` integer,
	`warned_at` integer,
	`last_synced_at` integer,
	`sync_problem` text,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `connections_holder` ON `connections` (`holder`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `connections_person` ON `connections` (`holder`,`provider`,`platform_user`);--> statement-breakpoint
CREATE INDEX `connections_platform_user` ON `connections` (`provider`,`platform_user`);--> statement-breakpoint
CREATE INDEX `connections_expiry` ON `connections` (`status`,`token_expires_at`) WHERE "connections"."refresh_token" IS NULL;--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`secret_hash` text NOT NULL,
	`rolled_hash` text,
	`rolled_until` integer,
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
CREATE UNIQUE INDEX `api_keys_rolled` ON `api_keys` (`rolled_hash`) WHERE rolled_hash IS NOT NULL;--> statement-breakpoint
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
CREATE TABLE `key_problems` (
	`key_id` text NOT NULL,
	`minute` integer NOT NULL,
	`code` text NOT NULL,
	`route` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key_id`, `minute`, `code`, `route`)
);
--> statement-breakpoint
CREATE INDEX `key_problems_minute` ON `key_problems` (`minute`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text NOT NULL,
	`minute` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `minute`)
);
--> statement-breakpoint
CREATE INDEX `attempts_minute` ON `attempts` (`minute`);--> statement-breakpoint
CREATE TABLE `credentials` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`subject` text NOT NULL,
	`provider` text NOT NULL,
	`access_token` text,
	`refresh_token` text,
	`id_token` text,
	`access_token_expires_at` integer,
	`refresh_token_expires_at` integer,
	`scope` text,
	`password` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `credentials_person` ON `credentials` (`person_id`,`provider`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`email` text NOT NULL,
	`role` text NOT NULL,
	`token_hash` text NOT NULL,
	`invited_by` text NOT NULL,
	`expires_at` integer NOT NULL,
	`accepted_at` integer,
	`accepted_by` text,
	`cancelled_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token_hash_unique` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_account` ON `invitations` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `invitations_email` ON `invitations` (`email`,`id`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`body` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`sent_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`due_at`,`id`);--> statement-breakpoint
CREATE TABLE `memberships` (
	`account_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `person_id`)
);
--> statement-breakpoint
CREATE INDEX `memberships_person` ON `memberships` (`person_id`,`account_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`email_verified` integer NOT NULL,
	`image` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_email_unique` ON `people` (`email`);--> statement-breakpoint
CREATE INDEX `people_name` ON `people` (lower("name"));--> statement-breakpoint
CREATE INDEX `people_last_word` ON `people` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`token_hash` text NOT NULL,
	`expires_at` integer NOT NULL,
	`network` text,
	`user_agent` text,
	`second_factor_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_token_hash_unique` ON `sessions` (`token_hash`);--> statement-breakpoint
CREATE INDEX `sessions_person` ON `sessions` (`person_id`,`id`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `verifications` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expires_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `verifications_identifier_unique` ON `verifications` (`identifier`);--> statement-breakpoint
CREATE INDEX `verifications_expires` ON `verifications` (`expires_at`);--> statement-breakpoint
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
CREATE INDEX `deliveries_failed` ON `deliveries` (`key_id`,`event_id`) WHERE status = 'failed';--> statement-breakpoint
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
CREATE TABLE `ad_authorizations` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`submission_id` text NOT NULL,
	`program_id` text NOT NULL,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`handle` text,
	`code` text,
	`authorized_at` integer,
	`expires_at` integer,
	`revoked_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ad_authorizations_account` ON `ad_authorizations` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `ad_authorizations_account_platform` ON `ad_authorizations` (`account_id`,`platform`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `ad_authorizations_creator` ON `ad_authorizations` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `ad_authorizations_submission` ON `ad_authorizations` (`submission_id`,`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ad_authorizations_open` ON `ad_authorizations` (`submission_id`,`platform`) WHERE status IN ('requested', 'granted');--> statement-breakpoint
CREATE INDEX `ad_authorizations_due` ON `ad_authorizations` (`expires_at`) WHERE status = 'granted' AND expires_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `ad_defaults` (
	`account_id` text PRIMARY KEY NOT NULL,
	`given` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
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
	`result` integer DEFAULT 0 NOT NULL,
	`reported_spend` integer DEFAULT 0 NOT NULL,
	`reported_result` integer DEFAULT 0 NOT NULL,
	`reported_at` integer DEFAULT 0 NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `ad`, `day`)
);
--> statement-breakpoint
CREATE INDEX `ad_days_campaign` ON `ad_days` (`connection_id`,`campaign`,`day`);--> statement-breakpoint
CREATE INDEX `ad_days_account` ON `ad_days` (`account_id`,`day`);--> statement-breakpoint
CREATE INDEX `ad_days_unreported` ON `ad_days` (`reported_at`) WHERE ad_id IS NOT NULL AND (spend > reported_spend OR result > reported_result);--> statement-breakpoint
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
CREATE INDEX `ad_syncs_due` ON `ad_syncs` (`due_at`);--> statement-breakpoint
CREATE TABLE `ad_templates` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`campaign` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `ad_templates_account_status` ON `ad_templates` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE TABLE `ad_account_facts` (
	`connection_id` text NOT NULL,
	`ad_account` text NOT NULL,
	`budget_floor` integer NOT NULL,
	`read_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `ad_account`)
);
--> statement-breakpoint
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
CREATE INDEX `ad_sets_account_status` ON `ad_sets` (`account_id`,`source`,`status`,`id`);--> statement-breakpoint
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
CREATE INDEX `ads_account_status` ON `ads` (`account_id`,`source`,`status`,`id`);--> statement-breakpoint
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
CREATE TABLE `campaigns` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text NOT NULL,
	`connection_id` text NOT NULL,
	`platform` text NOT NULL,
	`currency` text NOT NULL,
	`timezone` text NOT NULL,
	`terms` text NOT NULL,
	`wanted` text NOT NULL,
	`hold` text,
	`scheduled_launch_at` integer,
	`launched_at` integer,
	`published_at` integer,
	`pending_change` text,
	`partner_id` text,
	`approval_status` text,
	`approval_note` text,
	`approval_requested_at` integer,
	`approval_reviewed_at` integer,
	`moves` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `campaigns_account` ON `campaigns` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_account_status` ON `campaigns` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `campaigns_connection` ON `campaigns` (`connection_id`,`status`);--> statement-breakpoint
CREATE INDEX `campaigns_scheduled` ON `campaigns` (`scheduled_launch_at`);--> statement-breakpoint
CREATE TABLE `platform_pauses` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `platform_steps` (
	`work_id` text NOT NULL,
	`n` integer NOT NULL,
	`key` text NOT NULL,
	`kind` text NOT NULL,
	`after` text NOT NULL,
	`input` text,
	`intent` text NOT NULL,
	`status` text NOT NULL,
	`sent_at` integer,
	`due_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`result` text,
	`error` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`work_id`, `n`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `platform_steps_key` ON `platform_steps` (`work_id`,`key`);--> statement-breakpoint
CREATE UNIQUE INDEX `platform_steps_intent` ON `platform_steps` (`intent`);--> statement-breakpoint
CREATE TABLE `platform_works` (
	`id` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`subject` text NOT NULL,
	`connection_id` text NOT NULL,
	`platform` text NOT NULL,
	`status` text NOT NULL,
	`due_at` integer NOT NULL,
	`lease_until` integer NOT NULL,
	`lease` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `platform_works_due` ON `platform_works` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `platform_works_subject` ON `platform_works` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `platform_works_connection` ON `platform_works` (`connection_id`,`status`);--> statement-breakpoint
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
CREATE TABLE `credit_targets` (
	`account_id` text NOT NULL,
	`kind` text NOT NULL,
	`key` text NOT NULL,
	`creator_id` text,
	PRIMARY KEY(`account_id`, `kind`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `beacon_limits` (
	`account_id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pixels` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`domains` text NOT NULL,
	`excluded_countries` text NOT NULL,
	`proxy_token` text NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `pixels_account` ON `pixels` (`account_id`,`id`);--> statement-breakpoint
CREATE TABLE `card_setups` (
	`session` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cards` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`customer` text NOT NULL,
	`brand` text NOT NULL,
	`last4` text NOT NULL,
	`status` text NOT NULL,
	`given_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `cards_on_file` ON `cards` (`account_id`) WHERE status = 'on_file';--> statement-breakpoint
CREATE INDEX `cards_replaced` ON `cards` (`updated_at`) WHERE status = 'replaced';--> statement-breakpoint
CREATE TABLE `processor_customers` (
	`account_id` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`name` text NOT NULL,
	`customer` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `chargebacks` (
	`id` text PRIMARY KEY NOT NULL,
	`charge_id` text NOT NULL,
	`intent` text NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`booked` text NOT NULL,
	`taken` integer NOT NULL,
	`fee` integer NOT NULL,
	`message` text,
	`told` text,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `chargebacks_charge` ON `chargebacks` (`charge_id`);--> statement-breakpoint
CREATE INDEX `chargebacks_unpaid` ON `chargebacks` (`account_id`) WHERE status IN ('open', 'lost');--> statement-breakpoint
CREATE INDEX `chargebacks_waiting` ON `chargebacks` (`created_at`) WHERE status IN ('open', 'lost');--> statement-breakpoint
CREATE INDEX `chargebacks_next` ON `chargebacks` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `charge_attempts` (
	`charge_id` text NOT NULL,
	`n` integer NOT NULL,
	`customer` text,
	`card` text,
	`first_sent_at` integer NOT NULL,
	`outcome` text,
	`intent` text,
	`message` text,
	`ended_at` integer,
	PRIMARY KEY(`charge_id`, `n`)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charge_attempts_intent` ON `charge_attempts` (`intent`) WHERE intent IS NOT NULL;--> statement-breakpoint
CREATE TABLE `charges` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`nth` integer DEFAULT 1 NOT NULL,
	`amount` integer NOT NULL,
	`status` text NOT NULL,
	`round` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`card` text,
	`message` text,
	`refused` text,
	`next_at` integer,
	`claim` text,
	`intent` text,
	`succeeded_at` integer,
	`fee` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `charges_account_day` ON `charges` (`account_id`,`currency`,`day`,`nth`);--> statement-breakpoint
CREATE INDEX `charges_account_status` ON `charges` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `charges_next` ON `charges` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `charges_review` ON `charges` (`id`) WHERE status = 'review';--> statement-breakpoint
CREATE TABLE `corrections` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`holder` text NOT NULL,
	`balance` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`reason` text NOT NULL,
	`proposed_by` text NOT NULL,
	`approved_by` text,
	`approved_at` integer,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `corrections_proposed` ON `corrections` (`created_at`) WHERE approved_at IS NULL;--> statement-breakpoint
CREATE TABLE `difference_rounds` (
	`part` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`after` text,
	`sums` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `differences` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`details` text NOT NULL,
	`found_at` integer NOT NULL,
	`seen_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `differences_subject` ON `differences` (`kind`,`subject`);--> statement-breakpoint
CREATE INDEX `differences_open` ON `differences` (`id`) WHERE closed_at IS NULL;--> statement-breakpoint
CREATE TABLE `accruals` (
	`key` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`campaign_id` text DEFAULT '' NOT NULL,
	`rule` integer NOT NULL,
	`evidence` text NOT NULL,
	`amount` integer NOT NULL,
	`state` text NOT NULL,
	`payment_id` text,
	`cut_by` text,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `accruals_open` ON `accruals` (`submission_id`,`source`) WHERE state = 'open';--> statement-breakpoint
CREATE INDEX `accruals_payment` ON `accruals` (`payment_id`);--> statement-breakpoint
CREATE INDEX `accruals_cut_pay` ON `accruals` (`submission_id`,`created_at`,`key`) WHERE state = 'cut' AND amount > 0;--> statement-breakpoint
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
	`payout_to_note` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `brand_fees_payout` ON `brand_fees` (`id`) WHERE payout_to_note = 1;--> statement-breakpoint
CREATE UNIQUE INDEX `brand_fees_once` ON `brand_fees` (`account_id`,`day`,`currency`);--> statement-breakpoint
CREATE UNIQUE INDEX `brand_fees_earning` ON `brand_fees` (`earning_id`);--> statement-breakpoint
CREATE INDEX `brand_fees_day` ON `brand_fees` (`day`);--> statement-breakpoint
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
CREATE TABLE `earned_payments` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`campaign_id` text DEFAULT '' NOT NULL,
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
	`happening_id` text NOT NULL,
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
CREATE INDEX `payable_conversions_event` ON `payable_conversions` (`event_id`,`harvested_at`);--> statement-breakpoint
CREATE TABLE `period_payments` (
	`payment_id` text PRIMARY KEY NOT NULL,
	`base` integer NOT NULL,
	`work` text NOT NULL,
	`each` integer NOT NULL,
	`cap` integer,
	`cut_by_cap` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `running_pay` (
	`submission_id` text NOT NULL,
	`source` text NOT NULL,
	`campaign_id` text DEFAULT '' NOT NULL,
	`rules` text NOT NULL,
	`unpaid` integer NOT NULL,
	`cut_by_cap` integer DEFAULT 0 NOT NULL,
	`cut_by_budget` integer DEFAULT 0 NOT NULL,
	`due_at` integer,
	`rev` integer NOT NULL,
	PRIMARY KEY(`submission_id`, `source`, `campaign_id`)
);
--> statement-breakpoint
CREATE INDEX `running_pay_due` ON `running_pay` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `submission_views` (
	`submission_id` text PRIMARY KEY NOT NULL,
	`views` integer NOT NULL,
	`reported_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_heads` (
	`holder` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL,
	`hash` text NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `ledger_steps` (
	`subject` text NOT NULL,
	`n` integer NOT NULL,
	`body` text NOT NULL,
	`status` text NOT NULL,
	`ended` text,
	`blocked` text,
	`created_at` integer NOT NULL,
	`due_at` integer NOT NULL,
	`ended_at` integer,
	PRIMARY KEY(`subject`, `n`)
);
--> statement-breakpoint
CREATE INDEX `ledger_steps_blocked` ON `ledger_steps` (`subject`,`n`) WHERE status = 'open' AND blocked IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ledger_steps_due` ON `ledger_steps` (`due_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `ledger_steps_ended` ON `ledger_steps` (`ended_at`) WHERE status = 'done';--> statement-breakpoint
CREATE TABLE `payout_due` (
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`noted` integer DEFAULT 1 NOT NULL,
	`noted_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `payout_due_next` ON `payout_due` (`next_at`);--> statement-breakpoint
CREATE TABLE `payments` (
	`id` text PRIMARY KEY NOT NULL,
	`cause` text NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text,
	`application_id` text,
	`submission_id` text,
	`retainer_id` text,
	`campaign_id` text,
	`source` text NOT NULL,
	`amount` integer NOT NULL,
	`partner_fee` integer NOT NULL,
	`take_bps` integer,
	`net` integer NOT NULL,
	`service_fee` integer NOT NULL,
	`currency` text NOT NULL,
	`note` text,
	`partner_id` text,
	`creator_earning_id` text NOT NULL,
	`partner_earning_id` text,
	`service_holder` text NOT NULL,
	`hold_days` integer NOT NULL,
	`status` text NOT NULL,
	`failure_message` text,
	`approved_at` integer,
	`succeeded_at` integer,
	`closed_at` integer,
	`dispute_reason` text,
	`disputed_at` integer,
	`resolved_at` integer,
	`dispute_outcome` text,
	`release_at` integer,
	`released_at` integer,
	`payout_problem` text,
	`payout_to_note` integer DEFAULT false NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payments_cause_unique` ON `payments` (`cause`);--> statement-breakpoint
CREATE INDEX `payments_account_status` ON `payments` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_creator_status` ON `payments` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_program_status` ON `payments` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_submission_status` ON `payments` (`submission_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payments_partner_disputed` ON `payments` (`partner_id`) WHERE status = 'disputed';--> statement-breakpoint
CREATE INDEX `payments_to_resolve` ON `payments` (`disputed_at`) WHERE status = 'disputed' AND closed_at IS NULL;--> statement-breakpoint
CREATE INDEX `payments_release` ON `payments` (`release_at`) WHERE status = 'succeeded' AND released_at IS NULL;--> statement-breakpoint
CREATE INDEX `payments_payout_problem` ON `payments` (`creator_id`,`currency`) WHERE payout_problem IS NOT NULL;--> statement-breakpoint
CREATE INDEX `payments_payout` ON `payments` (`id`) WHERE payout_to_note = 1;--> statement-breakpoint
CREATE TABLE `detached_payout_accounts` (
	`processor_account` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`held` text NOT NULL,
	`detached_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `payout_accounts` (
	`holder` text PRIMARY KEY NOT NULL,
	`request_key` text NOT NULL,
	`email` text,
	`country` text NOT NULL,
	`processor_account` text,
	`currency` text NOT NULL,
	`kind` text DEFAULT 'connected' NOT NULL,
	`identity` text NOT NULL,
	`banks` text DEFAULT '[]' NOT NULL,
	`payouts_enabled` integer NOT NULL,
	`tax_id` text NOT NULL,
	`looks` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payout_accounts_processor_account_unique` ON `payout_accounts` (`processor_account`);--> statement-breakpoint
CREATE TABLE `payouts` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`day` text NOT NULL,
	`status` text NOT NULL,
	`earnings` integer DEFAULT 0 NOT NULL,
	`amount` integer DEFAULT 0 NOT NULL,
	`owed_paid` integer DEFAULT 0 NOT NULL,
	`attempt` integer DEFAULT 1 NOT NULL,
	`destination` text,
	`transfer` integer,
	`first_sent_at` integer,
	`failure_reason` text,
	`failure_message` text,
	`paid_at` integer,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_holder_day` ON `payouts` (`holder`,`currency`,`day`);--> statement-breakpoint
CREATE UNIQUE INDEX `payouts_open` ON `payouts` (`holder`,`currency`) WHERE status IN ('planned', 'pending');--> statement-breakpoint
CREATE INDEX `payouts_holder_status` ON `payouts` (`holder`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `payouts_next` ON `payouts` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `processor_balances` (
	`holder` text NOT NULL,
	`currency` text NOT NULL,
	`cents` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`holder`, `currency`)
);
--> statement-breakpoint
CREATE TABLE `processor_events` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account` text,
	`object_id` text NOT NULL,
	`object_kind` text NOT NULL,
	`status` text NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_at` integer NOT NULL,
	`error` text,
	`received_at` integer NOT NULL,
	`handled_at` integer
);
--> statement-breakpoint
CREATE INDEX `processor_events_open` ON `processor_events` (`next_at`) WHERE status = 'open';--> statement-breakpoint
CREATE INDEX `processor_events_failed` ON `processor_events` (`received_at`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `processor_events_received` ON `processor_events` (`received_at`);--> statement-breakpoint
CREATE TABLE `charge_days` (
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`next_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `currency`)
);
--> statement-breakpoint
CREATE INDEX `charge_days_next` ON `charge_days` (`next_at`);--> statement-breakpoint
CREATE TABLE `dues` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`application_id` text,
	`due_at` integer NOT NULL,
	`charge_id` text,
	`status` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `dues_open` ON `dues` (`account_id`,`currency`,`due_at`,`id`) WHERE charge_id IS NULL;--> statement-breakpoint
CREATE INDEX `dues_charge` ON `dues` (`charge_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `dues_past` ON `dues` (`application_id`) WHERE status = 'failed';--> statement-breakpoint
CREATE TABLE `refund_rounds` (
	`id` integer PRIMARY KEY NOT NULL,
	`day` text NOT NULL,
	`after` text
);
--> statement-breakpoint
CREATE TABLE `refunds` (
	`id` text PRIMARY KEY NOT NULL,
	`payment_id` text,
	`account_id` text NOT NULL,
	`currency` text NOT NULL,
	`amount` integer NOT NULL,
	`charge_id` text,
	`status` text NOT NULL,
	`attempt` integer DEFAULT 0 NOT NULL,
	`first_sent_at` integer,
	`message` text,
	`next_at` integer,
	`claim` text,
	`processor_refund` text,
	`decided_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_payment` ON `refunds` (`payment_id`) WHERE payment_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `refunds_processor` ON `refunds` (`processor_refund`) WHERE processor_refund IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_next` ON `refunds` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `refunds_to_decide` ON `refunds` (`id`) WHERE status IN ('review', 'outside', 'returned') AND decided_at IS NULL;--> statement-breakpoint
CREATE TABLE `withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`holder` text NOT NULL,
	`idempotency_key` text NOT NULL,
	`request_hash` text NOT NULL,
	`amount` integer NOT NULL,
	`fee` integer NOT NULL,
	`currency` text NOT NULL,
	`speed` text NOT NULL,
	`status` text NOT NULL,
	`kind` text DEFAULT 'connected' NOT NULL,
	`processor_account` text NOT NULL,
	`bank` text,
	`service` text NOT NULL,
	`line` text,
	`attempt` integer DEFAULT 1 NOT NULL,
	`first_sent_at` integer,
	`top_up` integer DEFAULT 0 NOT NULL,
	`top_up_amount` integer,
	`top_up_sent_at` integer,
	`processor_payout` text,
	`arrives_at` integer,
	`delivered_amount` integer,
	`delivered_currency` text,
	`failure_message` text,
	`next_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_key` ON `withdrawals` (`holder`,`idempotency_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_processor` ON `withdrawals` (`processor_payout`) WHERE processor_payout IS NOT NULL;--> statement-breakpoint
CREATE INDEX `withdrawals_holder_status` ON `withdrawals` (`holder`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `withdrawals_next` ON `withdrawals` (`next_at`) WHERE next_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `lane_runs` (
	`lane` text PRIMARY KEY NOT NULL,
	`ran_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `second_factors` (
	`person_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`session_id` text NOT NULL,
	`confirmed_at` integer,
	`last_step` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `staff_actions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff` text NOT NULL,
	`action` text NOT NULL,
	`subject` text NOT NULL,
	`reason` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `staff_actions_subject` ON `staff_actions` (`subject`,`id`);--> statement-breakpoint
CREATE INDEX `staff_actions_staff` ON `staff_actions` (`staff`,`id`);--> statement-breakpoint
CREATE TABLE `cities` (
	`rank` integer PRIMARY KEY NOT NULL,
	`folded` text NOT NULL,
	`record` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `city_prefixes` (
	`key` text NOT NULL,
	`rank` integer NOT NULL,
	PRIMARY KEY(`key`, `rank`)
);
--> statement-breakpoint
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
	`uploaded_by` text NOT NULL,
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
	`thumbnail_id` text,
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
CREATE INDEX `files_owner_status` ON `files` (`owner_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `files_open` ON `files` (`uploaded_by`) WHERE status = 'uploading';--> statement-breakpoint
CREATE INDEX `files_thumbnail` ON `files` (`thumbnail_id`) WHERE thumbnail_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `files_due` ON `files` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
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
	PRIMARY KEY(`creator_id`, `account_id`)
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
	`id` text NOT NULL,
	`consent` text DEFAULT 'invited' NOT NULL,
	`status` text NOT NULL,
	`account_yes` text,
	`creator_yes` text,
	`ended` text,
	`agreed_at` integer,
	`entered_name` text,
	`entered_email` text,
	`entered_phone` text,
	`entered_words` text DEFAULT '[]' NOT NULL,
	`consent_version` integer DEFAULT 1 NOT NULL,
	`consent_at` integer NOT NULL,
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
CREATE UNIQUE INDEX `creator_relationships_id` ON `creator_relationships` (`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_account_consent` ON `creator_relationships` (`account_id`,`consent`,`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_creator_consent` ON `creator_relationships` (`creator_id`,`consent`,`id`);--> statement-breakpoint
CREATE INDEX `creator_relationships_entered` ON `creator_relationships` (`account_id`,`entered_email`) WHERE entered_email IS NOT NULL;--> statement-breakpoint
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
	`person_id` text,
	`refused_at` integer,
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
CREATE INDEX `creators_managed_by` ON `creators` (`managed_by`,`id`);--> statement-breakpoint
CREATE INDEX `creators_visibility` ON `creators` (`visibility`,`id`);--> statement-breakpoint
CREATE INDEX `creators_email` ON `creators` (`email`,`id`);--> statement-breakpoint
CREATE INDEX `creators_person` ON `creators` (`person_id`,`claimed_at`,`id`);--> statement-breakpoint
CREATE INDEX `creators_name` ON `creators` (lower("name"));--> statement-breakpoint
CREATE INDEX `creators_last_word` ON `creators` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));--> statement-breakpoint
CREATE UNIQUE INDEX `creators_email_unverified` ON `creators` (`managed_by`,`email`) WHERE claimed_at IS NULL;--> statement-breakpoint
CREATE TABLE `verified_emails` (
	`email` text PRIMARY KEY NOT NULL,
	`person_id` text NOT NULL,
	`verified_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verified_emails_person` ON `verified_emails` (`person_id`);--> statement-breakpoint
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
	`pay` text NOT NULL,
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
CREATE TABLE `retainers` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`program_id` text,
	`status` text NOT NULL,
	`pay` text NOT NULL,
	`currency` text NOT NULL,
	`deliverables` text,
	`notes` text,
	`starts_at` integer NOT NULL,
	`period` integer DEFAULT 0 NOT NULL,
	`current_period_start_at` integer,
	`current_period_end_at` integer,
	`canceled_at` integer,
	`due_at` integer,
	`last_paid` integer DEFAULT 0 NOT NULL,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `retainers_account_status` ON `retainers` (`account_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `retainers_program_status` ON `retainers` (`program_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `retainers_creator_status` ON `retainers` (`creator_id`,`status`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retainers_running` ON `retainers` (`account_id`,`creator_id`) WHERE status IN ('offered', 'accepted', 'active');--> statement-breakpoint
CREATE INDEX `retainers_open` ON `retainers` (`creator_id`,`account_id`,`id`) WHERE status IN ('offered', 'accepted', 'active', 'canceling');--> statement-breakpoint
CREATE INDEX `retainers_due` ON `retainers` (`due_at`) WHERE due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `submission_tags` (
	`submission_id` text NOT NULL,
	`tag` text NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`application_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`platform` text,
	`status` text NOT NULL,
	PRIMARY KEY(`submission_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `submission_tags_account` ON `submission_tags` (`account_id`,`tag`,`status`,`submission_id`);--> statement-breakpoint
CREATE TABLE `submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`application_id` text NOT NULL,
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
	`approved_before` text,
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
CREATE INDEX `submissions_account_platform` ON `submissions` (`account_id`,`platform`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_platform` ON `submissions` (`program_id`,`platform`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_application_status` ON `submissions` (`application_id`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_creator` ON `submissions` (`creator_id`,`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_creator` ON `submissions` (`program_id`,`creator_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_file` ON `submissions` (`program_id`,`file_id`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_url` ON `submissions` (`program_id`,`url`) WHERE status <> 'rejected';--> statement-breakpoint
CREATE INDEX `submissions_program_due` ON `submissions` (`pay_due_at`) WHERE pay_due_at IS NOT NULL AND retainer_id IS NULL;--> statement-breakpoint
CREATE INDEX `submissions_retainer_due` ON `submissions` (`retainer_id`,`pay_due_at`) WHERE pay_due_at IS NOT NULL;--> statement-breakpoint
CREATE TABLE `idempotency_keys` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`request_hash` text NOT NULL,
	`status` integer NOT NULL,
	`body` text NOT NULL,
	`created_at` integer NOT NULL,
	`kept` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`account_id`, `key`)
);
--> statement-breakpoint
CREATE INDEX `idempotency_keys_created` ON `idempotency_keys` (`kept`,`created_at`);--> statement-breakpoint
CREATE TABLE `quota_use` (
	`day` integer NOT NULL,
	`account_id` text NOT NULL,
	`what` text NOT NULL,
	`amount` integer NOT NULL,
	PRIMARY KEY(`day`, `account_id`, `what`)
);
