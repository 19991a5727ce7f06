ALTER TABLE `events` ADD `teller` text;--> statement-breakpoint
CREATE INDEX `events_untold` ON `events` (`id`) WHERE teller IS NOT NULL;