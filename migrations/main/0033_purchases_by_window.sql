ALTER TABLE `ad_days` ADD `view_purchases` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `other_window_purchases` integer DEFAULT 0 NOT NULL;