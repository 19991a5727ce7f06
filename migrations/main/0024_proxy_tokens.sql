CREATE TABLE `beacon_limits` (
	`account_id` text PRIMARY KEY NOT NULL,
	`day` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `pixels` ADD `proxy_token` text;--> statement-breakpoint
UPDATE `pixels` SET `proxy_token` = lower(hex(randomblob(16))) WHERE `proxy_token` IS NULL;