ALTER TABLE `creator_codes` ADD `resumed_at` integer;--> statement-breakpoint
ALTER TABLE `creator_codes` ADD `to_hold` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `creator_codes` ADD `views` text;--> statement-breakpoint
CREATE INDEX `creator_codes_to_hold` ON `creator_codes` (`to_hold`) WHERE to_hold = 1;