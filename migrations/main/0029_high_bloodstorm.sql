ALTER TABLE `ad_authorizations` ADD `look_at` integer;--> statement-breakpoint
ALTER TABLE `ad_authorizations` ADD `tell_at` integer;--> statement-breakpoint
CREATE INDEX `ad_authorizations_look` ON `ad_authorizations` (`look_at`) WHERE status = 'granted' AND look_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX `ad_authorizations_tell` ON `ad_authorizations` (`tell_at`) WHERE status = 'granted' AND tell_at IS NOT NULL;--> statement-breakpoint
UPDATE `ad_authorizations` SET `look_at` = `updated_at` WHERE status = 'granted' AND code IS NOT NULL;--> statement-breakpoint
UPDATE `ad_authorizations` SET `tell_at` = `expires_at` - 604800000 WHERE status = 'granted' AND expires_at IS NOT NULL;
