CREATE TABLE `catalogues` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`account_id` text NOT NULL,
	`provider` text NOT NULL,
	`shop` text NOT NULL,
	`connection_id` text NOT NULL,
	`due_at` integer,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`list_at` integer NOT NULL,
	`list_began` integer,
	`list` text,
	`place` integer DEFAULT 0 NOT NULL,
	`asked_at` integer,
	`ended_at` integer,
	`error` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `catalogues_shop` ON `catalogues` (`account_id`,`provider`,`shop`);--> statement-breakpoint
CREATE INDEX `catalogues_connection` ON `catalogues` (`connection_id`);--> statement-breakpoint
CREATE INDEX `catalogues_due` ON `catalogues` (`due_at`) WHERE "catalogues"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE TABLE `due_products` (
	`catalogue` integer NOT NULL,
	`product` text NOT NULL,
	`heard` integer NOT NULL,
	`due_at` integer NOT NULL,
	PRIMARY KEY(`catalogue`, `product`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `due_products_due` ON `due_products` (`catalogue`,`due_at`);--> statement-breakpoint
CREATE TABLE `listed_pages` (
	`catalogue` integer NOT NULL,
	`place` integer NOT NULL,
	`products` text NOT NULL,
	`variants` text NOT NULL,
	PRIMARY KEY(`catalogue`, `place`)
);
--> statement-breakpoint
CREATE TABLE `shop_variants` (
	`catalogue` integer NOT NULL,
	`product` text NOT NULL,
	`id` text NOT NULL,
	`title` text NOT NULL,
	`price` integer,
	`position` integer NOT NULL,
	PRIMARY KEY(`catalogue`, `product`, `id`)
) WITHOUT ROWID;
--> statement-breakpoint
ALTER TABLE `products` ADD `source` text DEFAULT 'manual' NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `catalogue` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `products` ADD `image_url` text;--> statement-breakpoint
ALTER TABLE `products` ADD `shop_active` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `archived_here` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `products` ADD `shop_updated_at` integer;--> statement-breakpoint
ALTER TABLE `products` ADD `read_at` integer;--> statement-breakpoint
CREATE UNIQUE INDEX `products_external` ON `products` (`catalogue`,`external_id`) WHERE "products"."external_id" IS NOT NULL;--> statement-breakpoint
ALTER TABLE `shops` ADD `missing` text;--> statement-breakpoint
INSERT OR IGNORE INTO `catalogues` (`account_id`, `provider`, `shop`, `connection_id`, `due_at`, `list_at`)
  SELECT `account_id`, `provider`, `shop`, `id`, `due_at`, `due_at` FROM `shops` WHERE `due_at` IS NOT NULL;
