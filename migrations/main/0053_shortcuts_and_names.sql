ALTER TABLE `people` ADD `shortcuts` integer DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX `campaigns_name` ON `campaigns` (`account_id`,lower("name"));--> statement-breakpoint
CREATE INDEX `programs_name` ON `programs` (`account_id`,lower("name"));