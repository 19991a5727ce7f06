ALTER TABLE `pixels` ADD `sandbox_key` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `pixels` SET `sandbox_key` = lower(hex(randomblob(16)));
