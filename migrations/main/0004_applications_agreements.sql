ALTER TABLE `agreement_acceptances` ADD `actor_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `agreement_acceptances_agreement_list` ON `agreement_acceptances` (`agreement_id`,`id`);--> statement-breakpoint
ALTER TABLE `applications` ADD `agreements_base` integer DEFAULT 0 NOT NULL;