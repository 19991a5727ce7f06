ALTER TABLE `codes_to_look_at` ADD `waits_since` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `codes_to_look_at_waiting` ON `codes_to_look_at` (`waits_since`);