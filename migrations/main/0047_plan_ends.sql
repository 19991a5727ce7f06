DROP INDEX `ads_plans_expiry`;--> statement-breakpoint
ALTER TABLE `ads_plans` ADD `remind_at` integer;--> statement-breakpoint
CREATE INDEX `ads_plans_ending` ON `ads_plans` (`execution_state`,`expires_at`);--> statement-breakpoint
CREATE INDEX `ads_plans_remind` ON `ads_plans` (`remind_at`);