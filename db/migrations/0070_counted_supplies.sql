-- What a person says of an item so that quantities can be counted: whether a tablet is scored, and how much one package holds.
alter table item_drugs
  add column divides_into smallint check (divides_into in (1, 2, 4)),
  add column contents_amount numeric(12, 3) check (contents_amount > 0),
  add column contents_unit text check (contents_unit in ('ml', 'g', 'puff', 'drop')),
  add constraint item_drugs_contents check ((contents_amount is null) = (contents_unit is null));
comment on column item_drugs.divides_into is 'Into how many parts one may be divided: 1 is taken whole, 2 is scored, 4 is scored crosswise; none where it is not known.';
comment on column item_drugs.contents_amount is 'How much one of what the item is counted in holds, such as the millilitres of a bottle; none where it is not known.';
comment on column item_drugs.contents_unit is 'What the contents are measured in.';

-- What was entered by hand is told apart from what follows from the directions.
alter table prescribed_drugs add column computed_quantity numeric(12, 3) check (computed_quantity > 0);
comment on column prescribed_drugs.computed_quantity is 'What the directions came to when the line was written; none where they could not be counted, and of lines from before this was kept.';
