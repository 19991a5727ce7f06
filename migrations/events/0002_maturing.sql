ALTER TABLE `recorded_conversions` ADD `matures_at` integer;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `announced` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `recorded_mature` ON `recorded_conversions` (`matures_at`) WHERE matures_at IS NOT NULL AND harvest = 0;--> statement-breakpoint
CREATE INDEX `recorded_unscheduled` ON `recorded_conversions` (`account_id`) WHERE matures_at IS NULL AND harvest = 0 AND (payable_at IS NOT NULL OR announced = 1);