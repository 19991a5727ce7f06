CREATE TABLE `cities` (
	`rank` integer PRIMARY KEY NOT NULL,
	`folded` text NOT NULL,
	`record` text NOT NULL
);
