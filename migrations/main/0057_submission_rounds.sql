CREATE TABLE `submission_rounds` (
	`submission_id` text NOT NULL,
	`number` integer NOT NULL,
	`file_id` text,
	`url` text,
	`caption` text,
	`format` text,
	`duration_ms` integer,
	`note` text,
	`comments` text NOT NULL,
	`decided_by` text,
	`submitted_at` integer NOT NULL,
	`reviewed_at` integer,
	PRIMARY KEY(`submission_id`, `number`)
);
--> statement-breakpoint
CREATE INDEX `submission_rounds_file` ON `submission_rounds` (`file_id`) WHERE file_id IS NOT NULL;--> statement-breakpoint
INSERT INTO `submission_rounds` (`submission_id`, `number`, `file_id`, `url`, `caption`, `format`, `duration_ms`, `note`, `comments`, `decided_by`, `submitted_at`, `reviewed_at`)
SELECT s.id, r.key + 1, r.value ->> 'fileId', r.value ->> 'url', r.value ->> 'caption', r.value ->> 'format', r.value ->> 'durationMs', r.value ->> 'note',
	coalesce(r.value -> 'comments', '[]'), nullif(r.value -> 'decidedBy', 'null'), r.value ->> 'submittedAt', r.value ->> 'reviewedAt'
FROM `submissions` s, json_each(s.revisions) r;--> statement-breakpoint
ALTER TABLE `submissions` DROP COLUMN `revisions`;