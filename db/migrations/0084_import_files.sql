-- Files of other programs as they are: a title above the heading, another encoding, values for what the file does not have, one order of day
-- and month for each column, and notes about what a row is taken without.
alter table imports
  add column heading_row integer not null default 1 check (heading_row between 1 and 50),
  add column is_encoding_certain boolean not null default true,
  add column constants jsonb not null default '{}' check (jsonb_typeof(constants) = 'object'),
  add column date_orders jsonb not null default '{}' check (jsonb_typeof(date_orders) = 'object'),
  add column noted_rows integer not null default 0 check (noted_rows >= 0);
comment on column imports.heading_row is 'The row of the file that names the columns, the first being 1; rows above it are ignored';
comment on column imports.is_encoding_certain is 'False where the text could be of another encoding, so that a person should look at it';
comment on column imports.constants is 'Values for columns that the file does not have, and for their empty cells, by the column''s name';
comment on column imports.date_orders is 'By column of days: the one order of its cells, whether it was chosen, found from the file or assumed, and cells that show it';
comment on column imports.noted_rows is 'Rows of the file that are taken with a note';
comment on column imports.sample is 'The first rows of the file as written, those above the heading too';

alter table import_rows add column notes jsonb check (jsonb_typeof(notes) = 'array');
comment on column import_rows.notes is 'What the row is taken without, or how a cell was read: column, text of the file and message of each';
create index import_rows_noted on import_rows (import_id, row) where notes is not null or problems is not null;

-- What was chosen for a whole file holds for each of its columns.
update imports set date_orders = coalesce((
    select jsonb_object_agg(name, jsonb_build_object('order', 'month first', 'basis', 'chosen', 'examples', '[]'::jsonb))
    from jsonb_object_keys(mapping) name), '{}')
  where month_first;
alter table imports drop column month_first;
update imports set sample = jsonb_build_array(to_jsonb(headings)) || sample where cleaned_at is null;

-- What a clinic that moves brings with its patients.
alter type import_kind add value 'allergies';
alter type import_kind add value 'problems';
alter type import_kind add value 'medicines';
alter type import_kind add value 'visits';
alter type import_kind add value 'results';
