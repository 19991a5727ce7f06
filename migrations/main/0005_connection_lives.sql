DROP INDEX `connections_expiry`;--> statement-breakpoint
ALTER TABLE `connections` ADD `ends_at` integer;--> statement-breakpoint
ALTER TABLE `connections` ADD `renew_at` integer;--> statement-breakpoint
UPDATE `connections` SET `ends_at` = `token_expires_at` WHERE `refresh_token` IS NULL;--> statement-breakpoint
CREATE INDEX `connections_ends` ON `connections` (`status`,`ends_at`) WHERE "connections"."ends_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `connections_renew` ON `connections` (`renew_at`) WHERE "connections"."renew_at" IS NOT NULL;