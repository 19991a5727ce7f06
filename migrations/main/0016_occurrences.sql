ALTER TABLE `payable_conversions` RENAME COLUMN `happening_id` TO `occurrence_id`;--> statement-breakpoint
UPDATE `accruals` SET `key` = 'occurrence:' || substr(`key`, 11) WHERE `key` >= 'happening:' AND `key` < 'happening;';
