/** Numbers rows of a staging table in order of time behind the last of their series, each no earlier than that one was written. */
export const numberSql = (series: string, table: string, key: string, which: string, target: string, time: string) => `
  with last as (
    select max(${time}) as at from ${target}
  ), wanted as (
    select n.${key} as key, f.at, fiscal_year((f.at at time zone c.time_zone)::date) as year
    from ${table} n, company c, last, lateral (select greatest(n.wanted_at, last.at) as at) f where ${which}
  ), placed as (
    select w.*, s.series, case when s.with_year then w.year else 0 end as counted, s.prefix || case when s.with_year then w.year || '-' else '' end as head,
      s.width, row_number() over (partition by case when s.with_year then w.year else 0 end order by w.at, w.key) as place
    from wanted w join number_formats s on s.series = '${series}'
  ), counted as (
    select p.*, coalesce(d.last, 0) + p.place as serial
    from placed p left join document_counters d on d.series = p.series and d.fiscal_year = p.counted
  ), moved as (
    insert into document_counters (series, fiscal_year, last) select series, counted, max(serial) from counted group by 1, 2
    on conflict (series, fiscal_year) do update set last = excluded.last
  )
  update ${table} n set at = p.at, year = p.year, number = p.head || lpad(p.serial::text, greatest(p.width, length(p.serial::text)), '0')
  from counted p where p.key = n.${key}`

const day = (at: string) => `(${at} at time zone (select time_zone from company))::date`

/** From drafts to issued bills. */
export const issueSql = {
  find: `
    update new_bills b set visit_id = v.id from visits v where v.source = b.source;
    update new_bills b set invoice_id = i.id from invoices i where i.visit_id = b.visit_id and i.issued_at is null`,
  // The payer is that of the patient.
  name: `
    update invoices i set source = coalesce(i.source, b.source), insurance_company_id = (select m.insurance_company_id from patient_insurances m
      where m.patient_id = i.patient_id order by m.id limit 1)
    from new_bills b where i.id = b.invoice_id and (b.source is not null or b.bill in (select bill from new_lines));
    update new_lines l set charge_id = k.id
    from (select bill, place, nextval('charges_id_seq') as id from (select bill, place from new_lines order by at, bill, place) o) k
    where l.bill = k.bill and l.place = k.place;
    update new_lines l set item_id = t.id from items t where t.code = l.code;
    update new_lines l set item_id = coalesce(f.item_id, s.consultation_item_id)
    from new_bills b join visits v on v.id = b.visit_id left join doctor_fees f on f.doctor_id = v.doctor_id cross join billing_settings s
    where l.code is null and b.bill = l.bill`,
  // At the price of the payer on the day.
  charge: `
    insert into charges (id, invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, insurance_company_id,
      co_pay_amount, co_pay_percent, tax_rate, tax_included, discount, waiver, adjustment_reason, adjusted_by, created_at, created_by, source)
    overriding system value
    select l.charge_id, i.id, t.id, t.name, t.category, l.order_kind, l.order_id, l.quantity, p.price, p.source, case when p.is_covered then i.insurance_company_id end,
      case when p.is_covered then p.co_pay_amount end, case when p.is_covered then p.co_pay_percent end, x.rate, true, g.discount, g.waiver,
      case when g.discount + g.waiver > 0 then l.reason end, case when g.discount + g.waiver > 0 then l.by end, l.at, l.by,
      b.source || ':' || l.place
    from new_lines l
    join new_bills b on b.bill = l.bill
    join invoices i on i.id = b.invoice_id
    join items t on t.id = l.item_id
    join tax_classes x on x.id = t.tax_class_id
    cross join lateral item_price(t.id, i.insurance_company_id, ${day('l.at')}) p
    cross join lateral (select round(l.quantity * p.price * l.discount) as discount,
      case when p.is_covered then 0 else round((l.quantity * p.price - round(l.quantity * p.price * l.discount)) * l.waiver) end as waiver) g
    order by l.charge_id`,
  // What has nothing on it stays a draft.
  drop: `
    update new_bills b set wanted_at = null
    where not exists (select from charges c where c.invoice_id = b.invoice_id and c.cancelled_at is null)`,
  issue: `
    update invoices i set issued_at = b.at, issued_on = ${day('b.at')}, issued_by = b.by, number = b.number, verification = gen_random_uuid(),
      total = r.total + r.rounding, tax = r.tax, discount = r.discount, waiver = r.waiver, insurer_total = r.insurer,
      patient_total = r.patient + r.rounding, rounding = r.rounding, rounding_step = r.rounding_step, version = i.version + 1,
      member_number = (select m.member_number from patient_insurances m
        where m.patient_id = i.patient_id and m.insurance_company_id = i.insurance_company_id)
    from new_bills b join (
      select s.*, round(s.patient / g.rounding_step) * g.rounding_step - s.patient as rounding, g.rounding_step
      from (
        select c.invoice_id, sum(c.total) as total, sum(c.tax) as tax, sum(c.discount) as discount, sum(c.waiver) as waiver,
          sum(c.insurer_amount) as insurer, sum(c.patient_amount) as patient
        from charges c where c.invoice_id in (select invoice_id from new_bills where number is not null) and c.cancelled_at is null group by 1
      ) s, billing_settings g
    ) r on r.invoice_id = b.invoice_id
    where i.id = b.invoice_id and b.number is not null`,
  post: `
    with bill as materialized (
      select i.* from invoices i where i.id in (select invoice_id from new_bills where number is not null)
    ), entry as (
      insert into journal_entries (kind, day, happened_at, invoice_id, created_by)
      select 'invoice', issued_on, issued_at, id, issued_by from bill order by issued_at returning id, day, invoice_id
    )
    insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
    select e.id, e.day, p.* from entry e join (
      select 'sales'::account as account, -(total - tax) as amount, invoice_id, id as charge_id, item_id, quantity, insurance_company_id
        from charges where invoice_id in (select id from bill) and cancelled_at is null
      union all select 'tax', -tax, invoice_id, id, item_id, null, insurance_company_id
        from charges where invoice_id in (select id from bill) and cancelled_at is null and tax <> 0
      union all select 'patients', patient_total, id, null, null, null, null from bill where patient_total <> 0
      union all select 'insurers', insurer_total, id, null, null, null, insurance_company_id from bill where insurer_total <> 0
      union all select 'waivers', waiver, id, null, null, null, null from bill where waiver <> 0
      union all select 'rounding', -rounding, id, null, null, null, null from bill where rounding <> 0
    ) p on p.invoice_id = e.invoice_id order by e.id`,
} as const

/** What is credited: whole lines, or the whole bill with its rounding. */
export const creditSql = {
  number: `
    delete from new_notes n using new_bills b left join invoices i on i.id = b.invoice_id
    where b.bill = n.bill and (b.number is null or (n.place is not null and i.rounding <> 0));
    delete from new_notes n where not exists (
      select from new_bills b join charges c on c.invoice_id = b.invoice_id left join new_lines l on l.charge_id = c.id
      where b.bill = n.bill and c.total > 0 and (n.place is null or l.place = n.place));
    delete from new_receipts r where r.note is not null and not exists (select from new_notes n where n.note = r.note);
    update new_notes set id = nextval('credit_notes_id_seq')`,
  write: `
    insert into credit_notes (id, number, verification, invoice_id, reason, total, tax, insurer_amount, patient_amount, waiver, rounding, issued_at,
      issued_on, issued_by) overriding system value
    select n.id, n.number, gen_random_uuid(), b.invoice_id, n.reason, s.total + r.rounding, s.tax, s.insurer, s.patient + r.rounding, s.waiver,
      r.rounding, n.at, ${day('n.at')}, n.by
    from new_notes n join new_bills b on b.bill = n.bill join invoices i on i.id = b.invoice_id
    cross join lateral (select case when n.place is null then i.rounding else 0 end as rounding) r
    cross join lateral (select sum(c.total) as total, sum(c.tax) as tax, sum(c.insurer_amount) as insurer, sum(c.patient_amount) as patient,
      sum(c.waiver) as waiver from charges c left join new_lines l on l.charge_id = c.id
      where c.invoice_id = i.id and c.cancelled_at is null and (n.place is null or l.place = n.place)) s
    order by n.id`,
  take: `
    insert into credit_note_items (credit_note_id, charge_id, quantity, total, tax, insurer_amount, patient_amount, waiver)
    select n.id, c.id, c.quantity, c.total, c.tax, c.insurer_amount, c.patient_amount, c.waiver
    from new_notes n join new_bills b on b.bill = n.bill join charges c on c.invoice_id = b.invoice_id
    left join new_lines l on l.charge_id = c.id
    where c.cancelled_at is null and c.total > 0 and (n.place is null or l.place = n.place) order by n.id, c.id`,
  post: `
    with note as materialized (
      select * from credit_notes where id in (select id from new_notes)
    ), entry as (
      insert into journal_entries (kind, day, happened_at, credit_note_id, created_by)
      select 'credit note', issued_on, issued_at, id, issued_by from note order by issued_at returning id, day, credit_note_id
    ), line as (
      select l.*, n.invoice_id, c.item_id, c.insurance_company_id
      from note n join credit_note_items l on l.credit_note_id = n.id join charges c on c.id = l.charge_id
    )
    insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
    select e.id, e.day, p.account, p.amount, p.invoice_id, p.charge_id, p.item_id, p.quantity, p.insurer from entry e join (
      select 'sales'::account as account, total - tax as amount, invoice_id, charge_id, item_id, -quantity as quantity, insurance_company_id as insurer,
        credit_note_id as note from line
      union all select 'tax', tax, invoice_id, charge_id, item_id, null, insurance_company_id, credit_note_id from line where tax <> 0
      union all select 'patients', -patient_amount, invoice_id, null, null, null, null, id from note where patient_amount <> 0
      union all select 'insurers', -n.insurer_amount, n.invoice_id, null, null, null, i.insurance_company_id, n.id
        from note n join invoices i on i.id = n.invoice_id where n.insurer_amount <> 0
      union all select 'waivers', -waiver, invoice_id, null, null, null, null, id from note where waiver <> 0
      union all select 'rounding', rounding, invoice_id, null, null, null, null, id from note where rounding <> 0
    ) p on p.note = e.credit_note_id order by e.id`,
} as const

// Whole fifties but for the last part.
const upto = (share: string) => `case when ${share} = 1 then t.due else floor(t.due * ${share} / 50) * 50 end`

/** What was received, paid out and taken back. */
export const receiveSql = {
  // Nobody is asked for nothing.
  weigh: `
    update new_shares s set amount = w.amount
    from (
      select s.payment, s.bill, (${upto('s.upto_share')} - ${upto('s.from_share')}) * case when r.kind = 'payment' then 1 else -1 end as amount
      from new_shares s join new_payments p on p.payment = s.payment join new_receipts r on r.receipt = p.receipt
      join new_bills b on b.bill = s.bill join invoices i on i.id = b.invoice_id
      left join new_notes n on n.bill = b.bill left join credit_notes c on c.id = n.id
      cross join lateral (select case when r.kind = 'refund' then c.patient_amount when s.party = 'patient' then i.patient_total
        else i.insurer_total - coalesce(c.insurer_amount, 0) end as due) t
      where b.number is not null
    ) w where w.payment = s.payment and w.bill = s.bill;
    delete from new_shares where amount is null or amount = 0;
    delete from new_payments p where not exists (select from new_shares s where s.payment = p.payment);
    delete from new_receipts r where not exists (select from new_payments p where p.receipt = r.receipt);
    update new_receipts r set wanted_at = greatest(r.wanted_at, b.at)
      from new_payments p join new_shares s on s.payment = p.payment join new_bills b on b.bill = s.bill
      where p.receipt = r.receipt and b.at > r.wanted_at`,
  write: `
    update new_receipts r set id = k.id
      from (select receipt, nextval('receipts_id_seq') as id from (select receipt from new_receipts order by at, receipt) o) k where k.receipt = r.receipt;
    update new_payments p set id = k.id
      from (select payment, nextval('payments_id_seq') as id
        from (select p.payment from new_payments p join new_receipts r on r.receipt = p.receipt order by r.id, p.payment) o) k
      where k.payment = p.payment;
    insert into receipts (id, number, verification, kind, patient_id, insurance_company_id, total, reason, reverses_id, credit_note_id, received_at,
      received_on, received_by, source) overriding system value
    select r.id, r.number, gen_random_uuid(), r.kind, i.patient_id, r.payer, s.total, r.reason, o.id, n.id, r.at, ${day('r.at')}, r.by,
      ':mark:receipt:' || r.receipt
    from new_receipts r join (
      select p.receipt, sum(s.amount) as total from new_payments p join new_shares s on s.payment = p.payment group by 1
    ) s on s.receipt = r.receipt
    left join new_bills b on b.bill = r.bill left join invoices i on i.id = b.invoice_id
    left join new_receipts o on o.receipt = r.reverses left join new_notes n on n.note = r.note order by r.id;
    insert into payments (id, receipt_id, payment_mode_id, amount, tendered, change, reference) overriding system value
    select p.id, r.id, m.id, s.amount, h.tendered, coalesce(h.tendered - s.amount, 0), p.reference
    from new_payments p join new_receipts r on r.receipt = p.receipt
    join (select payment, sum(amount) as amount from new_shares group by 1) s on s.payment = p.payment
    cross join lateral (
      select m.id from payment_modes m where case when p.mode is null then m.insurance_company_id = r.payer else m.insurance_company_id is null end
      -- The usual one stands in for one that somebody has renamed since.
      order by lower(m.name) = lower(p.mode) desc, m.is_default desc, m.id limit 1
    ) m
    cross join lateral (select ceil(s.amount / p.notes) * p.notes as tendered) h order by p.id`,
  allocate: `
    insert into allocations (payment_id, invoice_id, party, amount)
    select p.id, b.invoice_id, s.party, s.amount
    from new_shares s join new_payments p on p.payment = s.payment join new_receipts r on r.receipt = p.receipt join new_bills b on b.bill = s.bill
    where :which order by p.id, b.bill`,
  post: `
    with entry as (
      insert into journal_entries (kind, day, happened_at, receipt_id, created_by)
      select kind::text::journal_kind, received_on, received_at, id, received_by
      from receipts where id in (select id from new_receipts) order by received_at, id returning id, day, receipt_id
    )
    insert into postings (entry_id, day, account, amount, payment_mode_id, invoice_id, insurance_company_id)
    select e.id, e.day, p.account, p.amount, p.mode, p.invoice, p.insurer from entry e join (
      select 'money'::account as account, y.amount, y.payment_mode_id as mode, null::integer as invoice, null::integer as insurer, y.receipt_id as receipt
      from payments y where y.id in (select id from new_payments)
      union all select case a.party when 'patient' then 'patients' else 'insurers' end::account, -a.amount, null, a.invoice_id,
        case a.party when 'insurer' then i.insurance_company_id end, y.receipt_id
      from allocations a join payments y on y.id = a.payment_id join invoices i on i.id = a.invoice_id where y.id in (select id from new_payments)
    ) p on p.receipt = e.receipt_id order by e.id`,
} as const
