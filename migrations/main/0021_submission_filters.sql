CREATE TABLE `submission_tags` (
	`submission_id` text NOT NULL,
	`tag` text NOT NULL,
	`account_id` text NOT NULL,
	`program_id` text NOT NULL,
	`application_id` text NOT NULL,
	`creator_id` text NOT NULL,
	`platform` text,
	`status` text NOT NULL,
	PRIMARY KEY(`submission_id`, `tag`)
);
--> statement-breakpoint
CREATE INDEX `submission_tags_account` ON `submission_tags` (`account_id`,`tag`,`status`,`submission_id`);--> statement-breakpoint
CREATE INDEX `submissions_account_platform` ON `submissions` (`account_id`,`platform`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_program_platform` ON `submissions` (`program_id`,`platform`,`status`,`id`);--> statement-breakpoint
CREATE INDEX `submissions_application_status` ON `submissions` (`application_id`,`status`,`id`);--> statement-breakpoint
INSERT INTO `submission_tags` (`submission_id`, `tag`, `account_id`, `program_id`, `application_id`, `creator_id`, `platform`, `status`)
	SELECT s.`id`, t.`value`, s.`account_id`, s.`program_id`, s.`application_id`, s.`creator_id`, s.`platform`, s.`status`
	FROM `submissions` s, json_each(s.`tags`) t WHERE true ON CONFLICT DO NOTHING;
