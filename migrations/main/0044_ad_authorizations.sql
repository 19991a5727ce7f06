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
CREATE INDEX `ad_authorizations_due` ON `ad_authorizations` (`expires_at`) WHERE status = 'granted' AND expires_at IS NOT NULL;