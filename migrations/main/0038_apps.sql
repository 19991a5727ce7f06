CREATE TABLE `oauth_apps` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text,
	`client_id` text NOT NULL,
	`secret_hash` text NOT NULL,
	`name` text NOT NULL,
	`redirect_uris` text NOT NULL,
	`access` text NOT NULL,
	`registered_from` text,
	`revoked_at` integer,
	`version` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oauth_apps_client_id_unique` ON `oauth_apps` (`client_id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_account` ON `oauth_apps` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `oauth_apps_registered` ON `oauth_apps` (`registered_from`,`created_at`);--> statement-breakpoint
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
CREATE INDEX `oauth_tokens_expires` ON `oauth_tokens` (`expires_at`);