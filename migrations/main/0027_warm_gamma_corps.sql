ALTER TABLE `ad_authorizations` ADD `post` text;--> statement-breakpoint
ALTER TABLE `ad_authorizations` ADD `read_at` integer;