-- drizzle-kit breaks an index's expression at its commas: those of the last words were put together by hand.
CREATE INDEX `accounts_name` ON `accounts` (lower("name"));--> statement-breakpoint
CREATE INDEX `accounts_last_word` ON `accounts` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));--> statement-breakpoint
CREATE INDEX `accounts_email` ON `accounts` (lower("email"));--> statement-breakpoint
CREATE INDEX `people_name` ON `people` (lower("name"));--> statement-breakpoint
CREATE INDEX `people_last_word` ON `people` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));--> statement-breakpoint
CREATE INDEX `creators_name` ON `creators` (lower("name"));--> statement-breakpoint
CREATE INDEX `creators_last_word` ON `creators` (lower(replace("name", rtrim("name", replace("name", ' ', '')), '')));