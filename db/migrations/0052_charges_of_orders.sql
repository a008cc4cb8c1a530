-- What an order was charged is looked up by the order whether it stands or was taken off: one index over both. That of those that were taken
-- off alone was passed over for a walk through all charges.
create index charges_order on charges (order_kind, order_id) where order_id is not null;
drop index charges_off;
