ALTER TABLE `recorded_conversions` ADD `value_by` text;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `confirmed_by` text;--> statement-breakpoint
ALTER TABLE `recorded_conversions` ADD `dropped` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `pixel_events` ADD `reports` text;