CREATE INDEX `pixel_events_source` ON `pixel_events` (`account_id`,body ->> '$.source',`id`);--> statement-breakpoint
CREATE INDEX `pixel_events_name` ON `pixel_events` (`account_id`,`name`,`id`) WHERE name <> 'page_view';--> statement-breakpoint
CREATE INDEX `pixel_events_state` ON `pixel_events` (`account_id`,`state`,`id`) WHERE state <> 'processed';--> statement-breakpoint
CREATE INDEX `pixel_events_order` ON `pixel_events` (`account_id`,body ->> '$.orderId',`id`) WHERE body ->> '$.orderId' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_event_id` ON `pixel_events` (`account_id`,body ->> '$.eventId',`id`) WHERE body ->> '$.eventId' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_submission` ON `pixel_events` (`account_id`,credit ->> '$.submission',`id`) WHERE credit ->> '$.submission' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_creator` ON `pixel_events` (`account_id`,credit ->> '$.creator',`id`) WHERE credit ->> '$.creator' IS NOT NULL;