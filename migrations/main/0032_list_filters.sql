CREATE INDEX `deliveries_failed` ON `deliveries` (`key_id`,`event_id`) WHERE status = 'failed';--> statement-breakpoint
CREATE INDEX `files_owner_status` ON `files` (`owner_id`,`status`,`id`);