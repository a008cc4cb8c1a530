-- A function that runs as the owner works on no table that somebody else may have made for it.
CREATE OR REPLACE FUNCTION public.rows_that_follow(merge integer)
 RETURNS TABLE(table_name text, row_id bigint, part bigint)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  kept integer;
  was_newest jsonb;
  link record;
  key record;
  found_more boolean := true;
  added integer;
begin
  select m.into_id, m.newest into strict kept, was_newest from patient_merges m where m.id = merge;
  -- Nobody's but this call's own: a table that is there already may be another's, with triggers of theirs.
  drop table if exists pg_temp.hanging;
  create temporary table hanging (name text, id bigint, part bigint, is_new boolean, primary key (name, id, part)) on commit drop;
  insert into hanging select r.table_name, r.row_id, r.part, false from patient_merge_rows r where r.merge_id = merge;
  while found_more loop
    found_more := false;
    for link in
      select c.conrelid::regclass::text as child, a.attname as pointer, c.confrelid::regclass::text as parent, t.name is not null as is_of_patient
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      left join patient_tables t on t.name = c.conrelid::regclass::text and t.stays is null
      where c.contype = 'f' and cardinality(c.conkey) = 1 and c.conrelid::regclass::text <> 'patient_merges'
        and exists (select from hanging h where h.name = c.confrelid::regclass::text)
        -- What a result was compared with, and what asked for a line, are no part of them.
        and a.attname not in ('previous_id', 'request_id')
        and (t.name is not null or c.conrelid::regclass::text in ('process_test_requests', 'lab_orders'))
    loop
      select * into key from row_key_of(link.child);
      execute format('insert into hanging select %1$L, c.%2$I, %3$s, true from %1$I c join hanging h on h.name = %4$L and h.id = c.%5$I where %6$s
          on conflict do nothing', link.child, key.first, case when key.second is null then '0' else 'c.' || quote_ident(key.second) end,
        link.parent, link.pointer, case when not link.is_of_patient then 'true'
          -- What the kept record had before stays its own, whatever it points at by now.
          when key.second is null then format('c.patient_id = $1 and c.%I > coalesce(($2 ->> %L)::bigint, 0)', key.first, link.child)
          else 'c.patient_id = $1' end) using kept, was_newest;
      get diagnostics added = row_count;
      found_more := found_more or added > 0;
    end loop;
    -- A receipt goes with the bills it pays, when all of them go.
    insert into hanging select 'receipts', r.id, 0, true from receipts r
      join payments p on p.receipt_id = r.id join allocations a on a.payment_id = p.id
      where r.patient_id = kept and r.id > coalesce((was_newest ->> 'receipts')::bigint, 0) and a.invoice_id in (select h.id from hanging h where h.name = 'invoices')
      group by r.id having not exists (
        select from payments q join allocations b on b.payment_id = q.id where q.receipt_id = r.id
          and b.invoice_id not in (select h.id from hanging h where h.name = 'invoices'))
      on conflict do nothing;
    get diagnostics added = row_count;
    found_more := found_more or added > 0;
  end loop;
  return query select h.name, h.id, h.part from hanging h join patient_tables t on t.name = h.name and t.stays is null where h.is_new order by 1, 2;
end $function$
;
