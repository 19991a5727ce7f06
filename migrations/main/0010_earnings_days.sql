DROP INDEX `dues_charge`;--> statement-breakpoint
CREATE INDEX `dues_charge` ON `dues` (`charge_id`,`status`,`id`);--> statement-breakpoint
ALTER TABLE `brand_fees` ADD `payout_to_note` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `brand_fees_payout` ON `brand_fees` (`id`) WHERE payout_to_note = 1;--> statement-breakpoint
CREATE INDEX `payable_conversions_event` ON `payable_conversions` (`event_id`,`harvested_at`);--> statement-breakpoint
ALTER TABLE `refunds` DROP COLUMN `failures`;