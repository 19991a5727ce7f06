ALTER TABLE `sample_orders` ADD `completing_at` integer;--> statement-breakpoint
CREATE INDEX `sample_orders_order` ON `sample_orders` (`catalogue`,`order_id`);