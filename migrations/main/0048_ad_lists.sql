DROP INDEX `ad_sets_account_status`;--> statement-breakpoint
CREATE INDEX `ad_sets_account_status` ON `ad_sets` (`account_id`,`source`,`status`,`id`);--> statement-breakpoint
DROP INDEX `ads_account_status`;--> statement-breakpoint
CREATE INDEX `ads_account_status` ON `ads` (`account_id`,`source`,`status`,`id`);