-- The set-up of a clinic after its first start, and the demonstration that somebody may load into it and take out again.

-- Steps that somebody said are not needed; whether a step is done is seen by what is there.
create table set_up_steps (
  step text primary key check (step ~ '^[a-z-]{3,30}$'),
  skipped_at timestamptz not null,
  skipped_by integer not null references users
);
create index set_up_steps_skipped_by on set_up_steps (skipped_by);

create type demonstration_work as enum ('loading', 'removing');
-- The work that is under way, or was last.
create table demonstration (
  id integer primary key default 1 check (id = 1),
  work demonstration_work,
  -- Hundredths.
  done smallint not null default 0 check (done between 0 and 100),
  problem text check (problem in ('refused', 'failed')),
  asked_at timestamptz,
  asked_by integer references users
);
create index demonstration_asked_by on demonstration (asked_by);
insert into demonstration default values;

-- The rows that the loading made, by table and primary key. Only the owner writes it: nothing else is ever taken away.
create table demonstration_rows (
  table_name text not null,
  key text not null,
  -- Of what the clinic chooses from: a row with a later one was changed by somebody, who took it for their own.
  version integer,
  primary key (table_name, key)
);

-- The primary key of a row as text, in SQL.
create function demonstration_key(name text, alias text) returns text language sql stable as $$
  select format('row(%s)::text', string_agg(format('%I.%I', alias, a.attname), ', ' order by k.place))
  from pg_index i cross join lateral unnest(i.indkey::smallint[]) with ordinality k (number, place)
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
  where i.indrelid = format('public.%I', name)::regclass and i.indisprimary and k.place <= i.indnkeyatts
$$;

-- Every table but those that say what was done, who is signed in, or what follows from other tables.
create function demonstration_tables() returns setof name language sql stable as $$
  select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and c.relname <> all ('{schema_migrations,audit_log,audit_seals,login_attempts,rate_limits,idempotency_keys,sessions,refresh_tokens,sign_in_tickets,
      set_up_codes,search_words,search_word_slips,patient_search_keys,document_counters,demonstration,demonstration_rows}')
  order by 1
$$;

-- What is there before a demonstration is loaded, for the transaction that loads it; nobody else's rows become visible in it meanwhile.
create function note_rows_before() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  name name;
begin
  create temporary table demonstration_before (name text, key text, content jsonb) on commit drop;
  for name in select demonstration_tables() loop
    execute format('insert into demonstration_before select %1$L, %2$s, to_jsonb(t) from %1$I t', name, demonstration_key(name, 't'));
  end loop;
  create unique index on demonstration_before (name, key);
  analyze demonstration_before;
end $$;

-- Marks what was loaded since, and puts everything back that was there before as it was.
create function note_demonstration() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  name name;
  key text;
  fields text;
  was_there boolean;
  is_lost boolean;
begin
  for name in select demonstration_tables() loop
    key := demonstration_key(name, 't');
    execute format('insert into demonstration_rows select %1$L, %2$s, case when %3$L then (to_jsonb(t) ->> ''version'')::integer end from %1$I t
      where not exists (select from demonstration_before b where b.name = %1$L and b.key = %2$s)', name, key, name = any (
        '{items,stocked_items,departments,rooms,stores,suppliers,insurance_companies,price_lists,payment_modes,tax_classes,lab_panels,lab_profiles,lab_reference_ranges,lab_specimens,lab_containers}'));
    execute 'select exists (select from demonstration_before b where b.name = $1)' into was_there using name;
    continue when not was_there;
    execute format('select exists (select from demonstration_before b where b.name = %1$L and not exists (select from %1$I t where %2$s = b.key))', name, key)
      into is_lost;
    if is_lost then raise exception 'The demonstration took rows away from %.', name; end if;
    select string_agg(format('%I', a.attname), ', ') into fields from pg_attribute a
      where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '';
    continue when fields is null;
    execute format('update %1$I t set (%3$s) = (select %3$s from jsonb_populate_record(null::%1$I, b.content))
      from demonstration_before b where b.name = %1$L and b.key = %2$s and to_jsonb(t) <> b.content', name, key, fields);
  end loop;
end $$;

-- What points where: the foreign keys, and the few columns that are none. `holds`: who is pointed at stays as long as whoever points does.
-- `is_part`: who points stays as long as who is pointed at does, as the lines of a bill do.
create function demonstration_links() returns table (child text, parent text, meets text, holds boolean, is_part boolean) language sql stable as $$
  with link as (
    select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
      (select string_agg(format('c.%I = p.%I', a.attname, b.attname), ' and ') from unnest(c.conkey, c.confkey) k (x, y)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.x join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.y) as meets
    from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
    union all values
      ('stock_movements', 'batches', 'c.batch_id = p.id'), ('stock_movements', 'stores', 'c.store_id = p.id'),
      ('stock_movements', 'stocked_items', 'c.item_id = p.item_id'),
      ('charges', 'visits', 'c.order_kind = ''consultation'' and c.order_id = p.id'),
      ('charges', 'appointments', 'c.order_kind = ''appointment'' and c.order_id = p.id'),
      ('charges', 'lab_orders', 'c.order_kind = ''laboratory'' and c.order_id = p.id'),
      ('charges', 'prescribed_drugs', 'c.order_kind = ''prescription'' and c.order_id = p.id'),
      ('charges', 'dispense_items', 'c.order_kind = ''dispense'' and c.order_id = p.id')
  )
  select l.child, l.parent, l.meets,
    -- What the program itself told, sent or left open goes with whom it was about.
    l.child <> all ('{notifications,notification_reads,sessions,refresh_tokens}') and (l.child, l.parent) <> ('messages', 'patients'),
    case
      when l.parent = 'patients' then l.child = any ('{contact_details,next_of_kin,patient_identifiers,patient_insurances,allergies,patient_alerts}')
      when l.parent = 'items' then l.child = any ('{stocked_items,item_drugs,bookable_services}')
      when l.parent = 'batches' then l.child = any ('{batch_stock,transfer_items,stock_movements}')
      when l.parent = 'stocked_items' then l.child = 'item_packs'
      when l.parent = 'item_packs' then l.child = 'barcodes'
      when l.parent = 'lab_panels' then l.child = 'lab_reference_ranges'
      when l.parent = 'lab_profiles' then l.child = 'lab_profile_panels'
      -- What everything points at has no part of it.
      else l.parent <> all ('{users,stores,departments,rooms,insurance_companies,suppliers,price_lists,tax_classes,payment_modes,lab_specimens,
        lab_containers,lab_reference_ranges,lab_equipment,groups,permissions,stock_entries,stock_notes,transfers,diagnosis_codes,announcement_channels,
        files,company,schedules}')
      -- An entry of the ledger stays with its movements.
      and l.child <> 'stock_entries'
    end
  from link l
$$;

-- In `going` the rows of the demonstration, each with the table that holds it: null when it goes, empty when another row that stays does.
create function find_demonstration() returns void language plpgsql set search_path = public, pg_temp as $$
declare
  link record;
  name text;
  fresh text[] := '{}';
  changed text[];
  is_first boolean := true;
  touched bigint;
begin
  drop table if exists going;
  create temporary table going (name text, key text, held_by text, primary key (name, key)) on commit drop;
  -- A table that a later version of the program gave up is passed over.
  for name in select distinct r.table_name from demonstration_rows r join demonstration_tables() t on t = r.table_name loop
    execute format('insert into going select r.table_name, r.key,
        case when r.version is not null and r.version < (to_jsonb(t) ->> ''version'')::integer then '''' end from demonstration_rows r join %1$I t on %2$s = r.key where r.table_name = %1$L',
      name, demonstration_key(name, 't'));
  end loop;
  analyze going;
  select array_agg(distinct g.name) into fresh from going g where g.held_by is not null;
  fresh := coalesce(fresh, '{}');
  -- What somebody has put on a visit, a bill or a pack of the clinic's own stays there. The loading found no visits and no bills, and packs
  -- of its own items only.
  for link in select l.* from demonstration_links() l where l.is_part and l.parent in ('visits', 'invoices', 'item_packs')
    and exists (select from going g where g.name = l.child)
  loop
    execute format('update going h set held_by = %2$L from %1$I c join %2$I p on %3$s
        where h.name = %1$L and h.key = %4$s and h.held_by is null and not exists (select from going g where g.name = %2$L and g.key = %5$s)',
      link.child, link.parent, link.meets, demonstration_key(link.child, 'c'), demonstration_key(link.parent, 'p'));
    get diagnostics touched = row_count;
    if touched > 0 then fresh := fresh || link.child; end if;
  end loop;
  loop
    changed := case when is_first then fresh else '{}' end;
    for link in select l.*, exists (select from going g where g.name = l.child) as is_of from demonstration_links() l
      where exists (select from going g where g.name = l.parent)
    loop
      if link.holds and (is_first or link.child = any (fresh)) then
        -- A loaded entry is hung elsewhere when its document goes.
        execute format('update going g set held_by = case when h.name is null then %1$L else '''' end
            from %1$I c join %2$I p on %3$s left join going h on h.name = %1$L and h.key = %4$s
            where g.name = %2$L and g.held_by is null and g.key = %5$s and (h.name is null or h.held_by is not null and %6$L)',
          link.child, link.parent, link.meets, demonstration_key(link.child, 'c'), demonstration_key(link.parent, 'p'),
          link.child <> 'stock_entries' or link.parent = 'users');
        get diagnostics touched = row_count;
        if touched > 0 then changed := changed || link.parent; end if;
      end if;
      if link.is_part and link.is_of and not is_first and link.parent = any (fresh) then
        execute format('update going h set held_by = '''' from %1$I c join %2$I p on %3$s join going g on g.name = %2$L and g.key = %5$s
            where h.name = %1$L and h.key = %4$s and h.held_by is null and g.held_by is not null',
          link.child, link.parent, link.meets, demonstration_key(link.child, 'c'), demonstration_key(link.parent, 'p'));
        get diagnostics touched = row_count;
        if touched > 0 then changed := changed || link.child; end if;
      end if;
    end loop;
    -- Each movement says what the store then had: of an item all of the ledger stays, or nothing.
    with kept as (
      select b.item_id from batches b join going g on g.name = 'batches' and g.key = row(b.id)::text where g.held_by is not null
      union select m.item_id from stock_movements m where not exists (select from going g where g.name = 'stock_movements' and g.key = row(m.id)::text)
    )
    update going g set held_by = '' from (
      select 'batches' as name, row(b.id)::text as key from batches b join kept using (item_id)
      union all select 'stock_movements', row(m.id)::text from stock_movements m join kept using (item_id)
      union all select 'stock_levels', row(l.item_id, l.store_id)::text from stock_levels l join kept using (item_id)
      union all select 'prices', row(r.id)::text from prices r join price_lists l on l.id = r.price_list_id and l.insurance_company_id is null
        where exists (select from going i where i.name = 'items' and i.key = row(r.item_id)::text and i.held_by is not null)
      -- Where documents go whose entries stay, these hang from the note with which the stock was opened.
      union all select 'stock_notes', row(min(n.id))::text from stock_notes n join going o on o.name = 'stock_notes' and o.key = row(n.id)::text
        where n.kind = 'opening' and exists (select from going e where e.name = 'stock_entries' and e.held_by is not null)
    ) k where g.name = k.name and g.key = k.key and g.held_by is null;
    get diagnostics touched = row_count;
    if touched > 0 then changed := changed || '{batches,stock_movements,stock_levels,prices,stock_notes}'::text[]; end if;
    -- What real rows hold is a part of nothing yet in the first round: the second one looks at all of it.
    exit when changed = '{}';
    fresh := changed;
    is_first := false;
  end loop;
end $$;

-- What would go and what would stay, by table, and the tables whose rows are the reason.
create function demonstration_preview() returns table (name text, goes bigint, stays bigint, held_by text[])
language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  perform find_demonstration();
  return query select g.name, count(*) filter (where g.held_by is null), count(*) filter (where g.held_by is not null),
    coalesce(array_agg(distinct g.held_by) filter (where g.held_by <> ''), '{}') from going g group by 1 order by 1;
end $$;

-- The table of the documents that a series numbers.
create function table_of_series(series text) returns text language sql immutable
return case series when 'sample' then 'lab_samples' else replace(series, ' ', '_') || 's' end;

-- Takes the demonstration away but for what real rows hold, which is ordinary from then on. Answers how many rows went and how many stayed.
create function remove_demonstration() returns table (went bigint, stayed bigint)
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  waiting text[];
  name text;
  counted text;
  is_empty boolean;
  note integer;
begin
  perform pg_advisory_xact_lock(418290554);
  -- Numbers that somebody has taken stand in a document before it is seen whether any does.
  lock table document_counters in share row exclusive mode;
  -- Nobody writes what can hold a row until this is over: it may point at what goes, and not every pointer is a foreign key. Nor does anybody make a
  -- row their own meanwhile.
  for name in select distinct l.child from demonstration_links() l join demonstration_tables() t on t = l.child where l.holds
    union select r.table_name from demonstration_rows r join demonstration_tables() t on t = r.table_name where r.version is not null order by 1 loop
    execute format('lock table %I in share row exclusive mode', name);
  end loop;
  perform find_demonstration();
  if exists (select from going g where g.name = 'stock_entries' and g.held_by is not null) then
    select n.id into strict note from stock_notes n join going g on g.name = 'stock_notes' and g.key = row(n.id)::text
      where n.kind = 'opening' order by n.id limit 1;
    update stock_entries e set stock_note_id = note, transfer_id = null, stock_count_id = null, goods_receipt_id = null, supplier_return_id = null,
        dispense_id = null, patient_return_id = null
      from going g where g.name = 'stock_entries' and g.key = row(e.id)::text and g.held_by is not null and exists (
        select from going d where d.held_by is null and (d.name, d.key) in (('stock_notes', row(e.stock_note_id)::text), ('transfers', row(e.transfer_id)::text),
          ('stock_counts', row(e.stock_count_id)::text), ('goods_receipts', row(e.goods_receipt_id)::text), ('supplier_returns', row(e.supplier_return_id)::text),
          ('dispenses', row(e.dispense_id)::text), ('patient_returns', row(e.patient_return_id)::text)));
  end if;
  -- What the program told, sent or left open about them.
  delete from refresh_tokens t using sessions s, going g where t.session_id = s.id and g.name = 'users' and g.held_by is null and g.key = row(s.user_id)::text;
  delete from sessions s using going g where g.name = 'users' and g.held_by is null and g.key = row(s.user_id)::text;
  delete from notification_reads r using going g where g.name = 'users' and g.held_by is null and g.key = row(r.user_id)::text;
  delete from notifications n using going g where g.held_by is null
    and ((g.name = 'users' and g.key = row(n.user_id)::text) or (g.name = 'patients' and g.key = row(n.patient_id)::text));
  delete from messages m using going g where g.held_by is null and g.name = 'patients' and g.key = row(m.patient_id)::text;
  -- Whoever points goes before what is pointed at.
  select array_agg(distinct g.name) into waiting from going g where g.held_by is null;
  while waiting <> '{}' loop
    select w.name into name from unnest(waiting) w (name) where not exists (
      select from pg_constraint c where c.contype = 'f' and c.confrelid = format('public.%I', w.name)::regclass
        and c.conrelid <> c.confrelid and c.conrelid::regclass::text = any (waiting)) order by 1 limit 1;
    if name is null then raise exception 'These tables point at one another: %.', waiting; end if;
    execute format('delete from %1$I t using going g where g.name = %1$L and g.held_by is null and g.key = %2$s', name, demonstration_key(name, 't'));
    waiting := array_remove(waiting, name);
  end loop;
  delete from patient_search_keys k where not exists (select from patients p where p.id = k.patient_id);
  -- A series begins again at 1 where nothing has a number of it.
  -- Not every series numbers documents of a table of its own.
  for counted in select f.series from number_formats f where to_regclass(format('public.%I', table_of_series(f.series))) is not null loop
    execute format('select not exists (select from %I)', table_of_series(counted)) into is_empty;
    continue when not is_empty;
    delete from document_counters c where c.series = counted;
    for name in select s.relname from pg_class s where s.relkind = 'S' and s.relnamespace = 'public'::regnamespace
      and s.relname ~ ('^number_' || counted || '_[0-9]+$') loop
      execute format('alter sequence %I restart', name);
    end loop;
  end loop;
  update company set is_demo = false, version = version + 1;
  delete from demonstration_rows;
  return query select count(*) filter (where g.held_by is null), count(*) filter (where g.held_by is not null) from going g;
end $$;
