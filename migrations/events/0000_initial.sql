CREATE TABLE `conversion_totals` (
	`conversion_id` text PRIMARY KEY NOT NULL,
	`recorded` integer NOT NULL,
	`credited` integer NOT NULL,
	`paid` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `recorded_conversions` (
	`conversion_id` text NOT NULL,
	`event_id` text NOT NULL,
	`group_id` text NOT NULL,
	`account_id` text NOT NULL,
	`pixel_id` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`recorded_at` integer NOT NULL,
	`day` text NOT NULL,
	`value_cents` integer,
	`currency` text,
	`rule` text,
	`submission_id` text,
	`campaign_id` text,
	`creator_id` text,
	`source` text NOT NULL,
	`in_app_browser` text,
	`country` text,
	`region` text,
	`credit` text NOT NULL,
	`payable_at` integer,
	`late` integer DEFAULT false NOT NULL,
	`harvest` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`conversion_id`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `recorded_harvest` ON `recorded_conversions` (`harvest`,`payable_at`) WHERE payable_at IS NOT NULL AND harvest < 2;--> statement-breakpoint
CREATE UNIQUE INDEX `recorded_once` ON `recorded_conversions` (`conversion_id`,`group_id`) WHERE late = 0;--> statement-breakpoint
CREATE INDEX `recorded_group` ON `recorded_conversions` (`group_id`);--> statement-breakpoint
CREATE INDEX `recorded_day` ON `recorded_conversions` (`conversion_id`,`day`);--> statement-breakpoint
CREATE TABLE `archive_denials` (
	`event_id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `archive_parts` (
	`account_id` text NOT NULL,
	`last_id` text NOT NULL,
	`first_id` text NOT NULL,
	`object_key` text NOT NULL,
	`events` integer NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`account_id`, `object_key`)
);
--> statement-breakpoint
CREATE INDEX `archive_parts_range` ON `archive_parts` (`account_id`,`first_id`,`last_id`);--> statement-breakpoint
CREATE TABLE `awaited_touches` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`event_id` text NOT NULL,
	`touched_after` integer NOT NULL,
	`occurred_at` integer NOT NULL,
	`until` integer NOT NULL,
	PRIMARY KEY(`account_id`, `key`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `awaited_touches_until` ON `awaited_touches` (`until`);--> statement-breakpoint
CREATE TABLE `event_keys` (
	`pixel_id` text NOT NULL,
	`key` text NOT NULL,
	`event_id` text NOT NULL,
	PRIMARY KEY(`pixel_id`, `key`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `event_merges` (
	`event_id` text PRIMARY KEY NOT NULL,
	`into_id` text NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `event_merges_into` ON `event_merges` (`into_id`);--> statement-breakpoint
CREATE TABLE `pixel_events` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`pixel_id` text NOT NULL,
	`name` text NOT NULL,
	`state` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`received_at` integer NOT NULL,
	`matters` integer NOT NULL,
	`ip_address` text,
	`body` text NOT NULL,
	`credit` text,
	`counted` integer NOT NULL,
	`rev` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pixel_events_account` ON `pixel_events` (`account_id`,`id`);--> statement-breakpoint
CREATE INDEX `pixel_events_pixel` ON `pixel_events` (`pixel_id`,`id`);--> statement-breakpoint
CREATE INDEX `pixel_events_source` ON `pixel_events` (`account_id`,body ->> '$.source',`id`);--> statement-breakpoint
CREATE INDEX `pixel_events_name` ON `pixel_events` (`account_id`,`name`,`id`) WHERE name <> 'page_view';--> statement-breakpoint
CREATE INDEX `pixel_events_state` ON `pixel_events` (`account_id`,`state`,`id`) WHERE state <> 'processed';--> statement-breakpoint
CREATE INDEX `pixel_events_order` ON `pixel_events` (`account_id`,body ->> '$.orderId',`id`) WHERE body ->> '$.orderId' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_event_id` ON `pixel_events` (`account_id`,body ->> '$.eventId',`id`) WHERE body ->> '$.eventId' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_submission` ON `pixel_events` (`account_id`,credit ->> '$.submission',`id`) WHERE credit ->> '$.submission' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_creator` ON `pixel_events` (`account_id`,credit ->> '$.creator',`id`) WHERE credit ->> '$.creator' IS NOT NULL;--> statement-breakpoint
CREATE INDEX `pixel_events_retention` ON `pixel_events` (`matters`,`received_at`);--> statement-breakpoint
CREATE INDEX `pixel_events_unprocessed` ON `pixel_events` (`received_at`) WHERE state = 'recorded';--> statement-breakpoint
CREATE TABLE `pixel_state` (
	`pixel_id` text PRIMARY KEY NOT NULL,
	`verified_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `touches` (
	`account_id` text NOT NULL,
	`key` text NOT NULL,
	`at` integer NOT NULL,
	`event_id` text NOT NULL,
	`submission_id` text,
	`campaign_id` text,
	`creator_id` text,
	PRIMARY KEY(`account_id`, `key`, `at`, `event_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `touches_at` ON `touches` (`at`);--> statement-breakpoint
CREATE TABLE `beacon_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `network_days` (
	`account_id` text NOT NULL,
	`day` text NOT NULL,
	`network` text NOT NULL,
	`events` integer NOT NULL,
	PRIMARY KEY(`account_id`, `day`, `network`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pixel_daily` (
	`pixel_id` text NOT NULL,
	`day` text NOT NULL,
	`events` integer NOT NULL,
	`consented` integer NOT NULL,
	`from_server` integer NOT NULL,
	`with_user_data` integer NOT NULL,
	`with_click_ids` integer NOT NULL,
	`credited` integer NOT NULL,
	`located` integer NOT NULL,
	`bots` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	PRIMARY KEY(`pixel_id`, `day`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `pixel_rejections` (
	`pixel_id` text NOT NULL,
	`hour` integer NOT NULL,
	`origin` text NOT NULL,
	`reason` text NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`pixel_id`, `hour`, `origin`, `reason`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `pixel_rejections_hour` ON `pixel_rejections` (`hour`);--> statement-breakpoint
CREATE TABLE `rejection_messages` (
	`id` text PRIMARY KEY NOT NULL,
	`added_at` integer NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `rejection_messages_at` ON `rejection_messages` (`added_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`type` text NOT NULL,
	`account_id` text NOT NULL,
	`creator_id` text,
	`data` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`relayed_at` integer
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `outbox_waiting` ON `outbox` (`id`) WHERE relayed_at IS NULL;