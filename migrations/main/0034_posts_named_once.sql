DROP INDEX `submissions_url`;--> statement-breakpoint
CREATE UNIQUE INDEX `submissions_url` ON `submissions` (`program_id`,CASE WHEN substr(`url`, 1, 24) = 'https://www.tiktok.com/@' THEN replace(`url`, rtrim(`url`, replace(`url`, '/', '')), '') ELSE `url` END,`creator_id`) WHERE status <> 'rejected';
