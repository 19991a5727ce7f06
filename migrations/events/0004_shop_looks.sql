ALTER TABLE `recorded_conversions` ADD `read_at` integer;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `look_at` integer;--> statement-breakpoint
CREATE INDEX `recorded_look` ON `recorded_conversions` (`account_id`,`look_at`) WHERE look_at IS NOT NULL AND harvest = 0;