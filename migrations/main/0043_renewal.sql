DROP INDEX `connections_expiry`;--> statement-breakpoint
ALTER TABLE `connections` ADD `renewal_until` integer;--> statement-breakpoint
ALTER TABLE `connections` ADD `renewed_at` integer;--> statement-breakpoint
CREATE INDEX `connections_expiry` ON `connections` (`status`,`token_expires_at`) WHERE "connections"."refresh_token" IS NULL;