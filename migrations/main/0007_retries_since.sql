ALTER TABLE `deliveries` RENAME COLUMN "give_up_at" TO "retries_since";--> statement-breakpoint
UPDATE `deliveries` SET `retries_since` = `retries_since` - 259200000;