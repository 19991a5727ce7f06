CREATE TABLE `searched_messages` (
	`row` integer PRIMARY KEY NOT NULL,
	`side` text NOT NULL,
	`message` text NOT NULL,
	`thread` text NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `searched_messages_side` ON `searched_messages` (`side`,`message`);
--> statement-breakpoint
CREATE TABLE `erased_sides` (
	`side` text PRIMARY KEY NOT NULL
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `search_rebuilds` (
	`id` integer PRIMARY KEY NOT NULL,
	`emptied` integer NOT NULL,
	`after` text
);
--> statement-breakpoint
CREATE VIRTUAL TABLE `searched_words` USING fts5(
	words,
	content = '',
	contentless_delete = 1,
	detail = none,
	tokenize = "ascii tokenchars '_:='"
);
