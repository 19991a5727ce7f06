ALTER TABLE `submissions` ADD `comments` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE `submissions` ADD `decided_by` text;