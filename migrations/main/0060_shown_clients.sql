ALTER TABLE `oauth_apps` ADD `shown_at` integer;--> statement-breakpoint
-- Clients from before are taken as shown: whom a page asked about them was not kept.
UPDATE `oauth_apps` SET `shown_at` = `updated_at` WHERE `account_id` IS NULL;--> statement-breakpoint
CREATE INDEX `oauth_apps_never_shown` ON `oauth_apps` (`created_at`) WHERE "oauth_apps"."account_id" IS NULL AND "oauth_apps"."shown_at" IS NULL;