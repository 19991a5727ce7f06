ALTER TABLE `second_factors` ADD `removal_told_at` integer;--> statement-breakpoint
-- Nobody is told now of what went off before this was there.
UPDATE `second_factors` SET `removal_told_at` = `removed_at` WHERE `removed_at` <= CAST(unixepoch('subsec') * 1000 AS INTEGER);--> statement-breakpoint
CREATE INDEX `second_factors_untold` ON `second_factors` (`removed_at`) WHERE removed_at IS NOT NULL AND removal_told_at IS NULL;
