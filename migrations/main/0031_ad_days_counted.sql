ALTER TABLE `ad_days` ADD `platform` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `ad_account` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_days` ADD `counts` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `ad_syncs` ADD `days_began_at` integer;--> statement-breakpoint
ALTER TABLE `ad_syncs` ADD `days_read_at` integer;--> statement-breakpoint
ALTER TABLE `ad_syncs` ADD `first_day` text;--> statement-breakpoint
UPDATE `ad_days` SET `platform` = COALESCE((SELECT `provider` FROM `connections` c WHERE c.`id` = `ad_days`.`connection_id`), ''),
  `ad_account` = COALESCE((SELECT s.`ad_account` FROM `ad_syncs` s WHERE s.`connection_id` = `ad_days`.`connection_id`), '');--> statement-breakpoint
UPDATE `ad_days` SET `counts` = 0 WHERE EXISTS (SELECT 1 FROM `connections` c JOIN `ad_days` o ON o.`connection_id` = c.`id`
    AND o.`ad` = `ad_days`.`ad` AND o.`day` = `ad_days`.`day` AND o.`ad_account` = `ad_days`.`ad_account`
  WHERE c.`holder` = `ad_days`.`account_id` AND c.`provider` = `ad_days`.`platform` AND c.`id` <> `ad_days`.`connection_id`
    AND (o.`ad_id` IS NOT NULL, o.`read_at`, o.`connection_id`) > (`ad_days`.`ad_id` IS NOT NULL, `ad_days`.`read_at`, `ad_days`.`connection_id`));
