import { asOwner } from '#platform/db/owner.ts'

/** It is noon of 2 March 2026 in Nairobi, in the clinic of `insertMoney`. */
export const moneyNow = new Date('2026-03-02T09:00:00Z')

const people = `
  insert into users (email, first_name, last_name, role) select name || '@clinic.example', name, 'Test', role::user_role
    from (values ('akinyi', 'doctor'), ('baraka', 'doctor'), ('lucy', 'pharmacist'), ('joseph', 'cashier'), ('mercy', 'storekeeper')) v (name, role);
  insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
    select 'M-' || n, 'Person' || n, 'Test', (array['female', 'male', 'unknown'])[1 + n % 3]::gender, case when n % 7 > 0 then date '2026-03-01' - n * 900 end
    from generate_series(1, 20) n;
  insert into visits (track_number, patient_id, reason, track, track_since, created_at, doctor_id)
    select 'M-' || id, id, 'Fever', 'pharmacy', timestamptz '2026-02-01', timestamptz '2026-02-01' + id * interval '7 hours',
      case when id % 5 > 0 then (select min(u.id) from users u) + id % 2 end from patients;
  insert into departments (name) values ('Outpatient'), ('Laboratory');
  insert into items (name, code, category, unit, department_id, is_active) select name, code, category::item_category, 'each', department, name <> 'Old syrup'
    from (values ('Consultation', 'CONS', 'consultation', 1), ('Malaria test', null, 'laboratory', 2), ('Dressing', null, 'nursing', null), ('X-ray', null, 'imaging', null),
      ('Amoxicillin', 'AMX', 'drug', null), ('Metformin', null, 'drug', null), ('Paracetamol', null, 'drug', null), ('Morphine', null, 'drug', null), ('Old syrup', null, 'drug', null),
      ('Gloves', null, 'consumable', null), ('Unused gauze', null, 'consumable', null)) v (name, code, category, department);
  update stocked_items set is_controlled = item_id = (select id from items where name = 'Morphine');
  insert into item_drugs (item_id, substances, changed_at, changed_by) select id, '{amoxicillin,clavulanic acid}', now(), 1 from items where name = 'Amoxicillin';
  insert into insurance_companies (name) values ('Umoja'), ('Jamii');
  insert into price_lists (name, insurance_company_id, is_active) select name, id, name = 'Umoja' from insurance_companies;
  insert into prices (price_list_id, item_id, price, valid_from, valid_until)
    select l.id, i.id, i.id * 10 + l.id + p.more, p.since, p.until from price_lists l cross join items i
    cross join (values (0, date '2020-01-01', null), (1, date '2025-06-01', null), (2, date '2026-03-03', null), (3, date '2026-01-01', date '2026-02-28')) p (more, since, until)
    where (i.id + l.id) % 5 > 0`

const bills = `
  insert into invoices (visit_id, patient_id, customer_name, insurance_company_id, member_number, created_at)
    select case when n <= 20 then n end, case when n % 10 > 0 then 1 + (n - 1) % 20 end, case when n % 10 = 0 then 'Customer ' || n % 3 end,
      case when n % 4 = 0 and n % 10 > 0 then 1 + n / 4 % 2 end, 'X', timestamptz '2025-11-01 08:00Z' + n * interval '3 days' from generate_series(1, 40) n;
  insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, insurance_company_id, co_pay_percent, tax_rate, tax_included, discount, waiver,
      adjustment_reason, created_at)
    select v.id, i.id, i.name, i.category, k.n + 1, 100 + i.id * 7, 'cash', v.insurance_company_id, case when v.insurance_company_id is not null then 20 end, case when i.category = 'nursing' then 16 else 0 end, true,
      case when v.id % 6 = 0 then 5 else 0 end, case when v.id % 7 = 0 and v.insurance_company_id is null then 10 else 0 end, 'Hardship', v.created_at
    from invoices v cross join generate_series(1, 2) k (n) join items i on i.id = 1 + (v.id * 3 + k.n) % 10;
  update invoices i set number = 'INV-' || i.id, verification = gen_random_uuid(), issued_at = i.created_at, issued_on = (i.created_at at time zone 'Africa/Nairobi')::date, total = s.total,
      tax = s.tax, discount = s.discount, waiver = s.waiver, insurer_total = s.insurer, patient_total = s.patient
    from (select invoice_id, sum(total) as total, sum(tax) as tax, sum(discount) as discount, sum(waiver) as waiver, sum(insurer_amount) as insurer, sum(patient_amount) as patient
      from charges group by 1) s where s.invoice_id = i.id and i.id % 9 > 0;
  insert into journal_entries (kind, day, happened_at, invoice_id) select 'invoice', issued_on, issued_at, id from invoices where issued_at is not null;
  insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
    select e.id, e.day, p.* from journal_entries e join invoices i on i.id = e.invoice_id cross join lateral (
      select 'sales'::account, -(l.total - l.tax), i.id, l.id, l.item_id, l.quantity, l.insurance_company_id from charges l where l.invoice_id = i.id
      union all select 'tax', -l.tax, i.id, l.id, l.item_id, null, l.insurance_company_id from charges l where l.invoice_id = i.id and l.tax <> 0
      union all select 'patients', i.patient_total, i.id, null, null, null, null where i.patient_total <> 0
      union all select 'insurers', i.insurer_total, i.id, null, null, null, i.insurance_company_id where i.insurer_total <> 0
      union all select 'waivers', i.waiver, i.id, null, null, null, null where i.waiver <> 0) p`

const paid = `
  -- A bill of a patient in three is paid, one in part; of an insurer every second, by its own mode.
  insert into receipts (number, verification, kind, patient_id, insurance_company_id, total, received_at, received_on, received_by)
    select 'R-' || i.id || b.party, gen_random_uuid(), 'payment', case when b.party = 'patient' then i.patient_id end, case when b.party = 'insurer' then i.insurance_company_id end, b.amount,
      i.issued_at + interval '15 hours', ((i.issued_at + interval '15 hours') at time zone 'Africa/Nairobi')::date, 4 + i.id % 2
    from invoices i cross join lateral (values ('patient', round(i.patient_total / (1 + i.id % 2), 2)), ('insurer', i.insurer_total)) b (party, amount)
    where i.issued_at is not null and b.amount > 0 and (b.party = 'patient' and i.id % 3 > 0 or b.party = 'insurer' and i.id % 8 = 0);
  insert into payments (receipt_id, payment_mode_id, amount, reference)
    select r.id, m.id, case k.n when 1 then r.total - 1 else 1 end, 'REF' || r.id from receipts r cross join generate_series(1, 2) k (n)
    join payment_modes m on case when r.insurance_company_id is not null then m.insurance_company_id = r.insurance_company_id else m.id = 1 + (r.id + k.n) % 3 end;
  insert into allocations (payment_id, invoice_id, party, amount)
    select x.id, substring(r.number from 'R-([0-9]+)')::integer, case when r.insurance_company_id is null then 'patient' else 'insurer' end::paying_party, x.amount
    from payments x join receipts r on r.id = x.receipt_id;
  -- Some bills are credited whole, what was paid of one is refunded; one receipt was wrong.
  insert into credit_notes (number, verification, invoice_id, reason, total, tax, insurer_amount, patient_amount, waiver, issued_at, issued_on)
    select 'C-' || id, gen_random_uuid(), id, 'Never done', total, tax, insurer_total, patient_total, waiver, issued_at + interval '2 days', issued_on + 2 from invoices where id in (13, 26, 32);
  insert into credit_note_items (credit_note_id, charge_id, quantity, total, tax, insurer_amount, patient_amount, waiver)
    select n.id, c.id, c.quantity, c.total, c.tax, c.insurer_amount, c.patient_amount, c.waiver from credit_notes n join charges c on c.invoice_id = n.invoice_id;
  insert into journal_entries (kind, day, happened_at, credit_note_id) select 'credit note', issued_on, issued_at, id from credit_notes;
  insert into postings (entry_id, day, account, amount, invoice_id, charge_id, item_id, quantity, insurance_company_id)
    select e.id, e.day, p.account, -p.amount, p.invoice_id, p.charge_id, p.item_id, -p.quantity, p.insurance_company_id
    from journal_entries e join credit_notes n on n.id = e.credit_note_id join postings p on p.invoice_id = n.invoice_id;
  insert into receipts (number, verification, kind, patient_id, total, reason, reverses_id, credit_note_id, received_at, received_on, received_by)
    select 'B-' || r.id, gen_random_uuid(), k.kind::receipt_kind, r.patient_id, -r.total, 'Wrong', case when k.kind = 'reversal' then r.id end,
      case when k.kind = 'refund' then (select n.id from credit_notes n where n.invoice_id = 26) end, r.received_at + interval '3 days', r.received_on + 3, 4
    from receipts r join (values ('R-26patient', 'refund'), ('R-22patient', 'reversal')) k (number, kind) on k.number = r.number;
  insert into payments (receipt_id, payment_mode_id, amount) select r.id, x.payment_mode_id, -x.amount from receipts r join receipts o on r.number = 'B-' || o.id join payments x on x.receipt_id = o.id;
  insert into allocations (payment_id, invoice_id, party, amount)
    select x.id, case r.kind when 'refund' then 26 else 22 end, 'patient', x.amount from payments x join receipts r on r.id = x.receipt_id where r.kind <> 'payment';
  insert into journal_entries (kind, day, happened_at, receipt_id) select kind::text::journal_kind, received_on, received_at, id from receipts;
  insert into postings (entry_id, day, account, amount, payment_mode_id, invoice_id, insurance_company_id)
    select e.id, e.day, p.* from journal_entries e join receipts r on r.id = e.receipt_id cross join lateral (
      select 'money'::account, x.amount, x.payment_mode_id, null::integer, null::integer from payments x where x.receipt_id = r.id
      union all select case a.party when 'patient' then 'patients' else 'insurers' end::account, -a.amount, null, a.invoice_id, r.insurance_company_id
        from allocations a join payments x on x.id = a.payment_id where x.receipt_id = r.id) p`

const shelf = `
  insert into stores (name, kind) values ('Maternity ward', 'ward');
  insert into suppliers (name, common_name) values ('Mission Supplies', 'Mission'), ('Dawa', null);
  insert into batches (item_id, lot, expires_on, unit_cost, supplier_id, received_at)
    select k.item_id, 'L' || n, case when n < 4 then date '2026-03-02' + (n * 40 - 41) end, 1.5 + n + k.item_id * 0.123456, case when n < 4 then 1 + n % 2 end, timestamptz '2026-01-01'
    from stocked_items k join items i on i.id = k.item_id cross join generate_series(1, 4) n where i.name <> 'Unused gauze';
  insert into stock_notes (number, kind, reason, created_at) values ('SN-1', 'opening', 'Moves', now());
  insert into stock_entries (number, stock_note_id, happened_at, day, created_by)
    select 'SE-' || n, (select id from stock_notes), timestamptz '2026-02-20 08:00Z' + n * interval '1 day', date '2026-02-20' + n, 5 from generate_series(1, 9) n;
  insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
    select e.id, s.id, b.item_id, b.id, m.state::stock_state, m.kind::movement_kind, m.quantity, e.happened_at, e.day
    from (values (1, 'Main store', 'usable', 'receipt', 100), (2, 'Main store', 'usable', 'issue_out', -40), (2, 'Pharmacy', 'usable', 'issue_in', 40), (3, 'Pharmacy', 'usable', 'dispense', -12),
      (4, 'Pharmacy', 'usable', 'otc', -3), (5, 'Main store', 'usable', 'consume', -5), (5, 'Main store', 'usable', 'consume', 1), (6, 'Main store', 'usable', 'damage', -2),
      (6, 'Main store', 'usable', 'adjust_count', 1), (7, 'Main store', 'usable', 'quarantine', -6), (7, 'Main store', 'quarantined', 'quarantine', 6), (8, 'Main store', 'usable', 'issue_out', -4),
      (8, 'Main store', 'in transit', 'issue_out', 4)) m (entry, store, state, kind, quantity)
    join stock_entries e on e.number = 'SE-' || m.entry join stores s on s.name = m.store cross join batches b order by m.entry, m.quantity;
  -- Morphine is out everywhere, metformin in one store; of the old syrup something is left.
  insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
    select e.id, k.store_id, k.item_id, k.batch_id, k.state, 'loss', -k.quantity, e.happened_at, e.day from stock_entries e, batch_stock k join items i on i.id = k.item_id join stores s on s.id = k.store_id
    where e.number = 'SE-9' and k.quantity > 0 and (i.name = 'Morphine' or (i.name = 'Metformin' and s.name = 'Pharmacy'));
  insert into stock_levels (store_id, item_id) select s.id, i.id from stores s, items i where s.name = 'Maternity ward' and i.name in ('Gloves', 'Old syrup');
  update stock_levels l set minimum = 10, reorder_level = 110 from items i where i.id = l.item_id and i.name in ('Paracetamol', 'Gloves', 'Metformin')`

const bought = `
  insert into purchase_orders (number, supplier_id, store_id, status, expected_on, created_at, created_by, approved_at, approved_by, ended_at, ended_by)
    select 'PO-' || n, 1 + n % 2, 1, s.status::purchase_order_status, date '2026-02-25' + n, timestamptz '2026-01-31 20:30Z' + n * interval '5 days', 5, case when s.status <> 'draft' then now() end,
      case when s.status <> 'draft' then 1 end, case when s.status = 'cancelled' then now() end, case when s.status = 'cancelled' then 1 end
    from generate_series(1, 8) n cross join lateral (select (array['draft', 'sent', 'received', 'cancelled'])[1 + n % 4] as status) s;
  insert into purchase_order_items (purchase_order_id, item_id, supplier_id, pack_units, quantity_purchased, unit_price, tax_rate, date_created)
    select o.id, k.item_id, o.supplier_id, 10, o.id, k.item_id * 3.33, 16, o.created_at from purchase_orders o cross join stocked_items k where (o.id + k.item_id) % 2 = 0;
  insert into goods_receipts (number, store_id, supplier_id, is_donation, received_at, received_on, received_by)
    select 'GR-' || n, 1 + n % 2, case when n <> 6 then 1 + n % 2 end, n = 6, timestamptz '2026-02-01' + n * interval '6 days', date '2026-02-01' + n * 6, 5 from generate_series(1, 6) n;
  insert into goods_receipt_items (goods_receipt_id, item_id, batch_id, pack_units, quantity, free_quantity, free_batch_id, purchase_price)
    select r.id, b.item_id, b.id, 10, r.id, case when r.id = 2 then 1 else 0 end, case when r.id = 2 then b.id end, 12.50 from goods_receipts r join batches b on b.id % 6 = r.id % 6;
  insert into goods_receipts (number, store_id, supplier_id, received_at, received_on, received_by, reverses_id)
    select 'GR-7', store_id, supplier_id, received_at, received_on, 5, id from goods_receipts where number = 'GR-3';
  insert into goods_receipt_items (goods_receipt_id, item_id, batch_id, pack_units, quantity, purchase_price)
    select r.id, g.item_id, g.batch_id, g.pack_units, -g.quantity, g.purchase_price from goods_receipts r join goods_receipt_items g on g.goods_receipt_id = r.reverses_id;
  insert into requisitions (number, store_id, status, requested_at, requested_by, ended_at, ended_by)
    select 'RQ-' || n, 1 + n % 3, s.status::requisition_status, timestamptz '2026-02-01' + n * interval '4 days', 1 + n % 5, case when s.status = 'rejected' then now() end,
      case when s.status = 'rejected' then 1 end from generate_series(1, 7) n cross join lateral (select (array['draft', 'submitted', 'rejected'])[1 + n % 3] as status) s;
  insert into supplier_bills (supplier_id, purchase_order_id, invoice_no, bill_date, due_on, total_cost, created_at, created_by, cancelled_at, cancelled_by, cancel_reason)
    select 1 + n % 2, case when n < 5 then n end, 'SB-' || n, date '2026-01-20' + n * 5, date '2026-02-10' + n * 6, n * 1000, now(), 5, case when n = 4 then now() end, case when n = 4 then 1 end,
      case when n = 4 then 'Twice' end from generate_series(1, 6) n;
  insert into supplier_payments (number, kind, supplier_id, payment_mode_id, amount, paid_on, created_at, created_by)
    select 'SP-' || id, 'payment', supplier_id, 1, case id when 1 then 1000 else 700 end, bill_date + 3, now(), 5 from supplier_bills where id in (1, 2);
  insert into supplier_allocations (supplier_payment_id, supplier_bill_id, amount) select p.id, substring(p.number from 4)::integer, p.amount from supplier_payments p`

const medicines = `
  insert into prescriptions (visit_id, patient_id, created_at) select id, patient_id, created_at from visits;
  insert into prescribed_drugs (prescription_id, patient_id, item_id, directions, dosage, frequency, duration, quantity, prescribed_at, prescribed_by, ends_on, cancelled_at, cancelled_by, cancel_reason,
      refused_at, refused_by, refuse_reason)
    select s.id, s.patient_id, i.id, case when s.id % 2 = 0 then '1 bd' end, '1', 'bd', '5 days', 10, s.created_at + interval '40 days' * (s.id % 2) - interval '20 days', 1 + s.id % 2,
      case s.id % 3 when 1 then date '2026-03-02' when 2 then date '2026-03-01' end, case when d.cancelled then now() end, case when d.cancelled then 1 end, case when d.cancelled then 'Wrong' end,
      case when d.refused then now() end, case when d.refused then 3 end, case when d.refused then 'None left' end
    from prescriptions s join items i on i.name in ('Amoxicillin', 'Metformin', 'Gloves') and (i.id + s.id) % 3 > 0
    cross join lateral (select (s.id + i.id) % 7 = 0 as cancelled, (s.id + i.id) % 7 = 1 as refused) d;
  insert into patient_medicines (patient_id, name, started_on, stopped_on, recorded_at)
    select n, case when n % 2 = 0 then 'Metformin 850' else 'METFORMIN 850' end, date '2025-01-01', case n % 3 when 0 then date '2026-03-02' when 1 then date '2026-03-03' end, now() from generate_series(1, 6) n;
  insert into dispenses (number, kind, store_id, prescription_id, patient_id, waited_since, dispensed_at, dispensed_by)
    select 'D-' || s.id, 'prescription', 2, s.id, s.patient_id, case when s.id % 4 > 0 then s.created_at end, s.created_at + s.id * interval '3 minutes', 3 + s.id % 2
    from prescriptions s where s.id % 3 > 0;
  insert into dispense_items (prescribed_drug_id, quantity, dispensed_at, dispensed_by, dispense_id, item_id, units)
    select d.id, case when d.id % 2 = 0 then 10 else 4 end, x.dispensed_at, x.dispensed_by, x.id, d.item_id, case when d.id % 2 = 0 then 10 else 4 end
    from dispenses x join prescribed_drugs d on d.prescription_id = x.prescription_id where d.cancelled_at is null and d.refused_at is null;
  delete from dispenses x where not exists (select from dispense_items p where p.dispense_id = x.id);
  insert into dispense_items (prescribed_drug_id, quantity, dispensed_at, dispensed_by, item_id)
    select d.id, 3, d.prescribed_at, 3, d.item_id from prescribed_drugs d where d.prescription_id in (3, 6) and d.cancelled_at is null and d.refused_at is null;
  insert into dispenses (number, kind, store_id, patient_id, customer_name, invoice_id, dispensed_at, dispensed_by)
    select 'S-' || i.id, 'sale', 2, i.patient_id, i.customer_name, i.id, i.issued_at, 4 from invoices i where i.id in (29, 30, 31);
  insert into dispense_items (dispensed_at, dispensed_by, dispense_id, item_id, units)
    select x.dispensed_at, x.dispensed_by, x.id, i.id, 7 from dispenses x join items i on i.name in ('Paracetamol', 'Gloves') where x.kind = 'sale'`

/** Bills, payments, stock, purchases and medicines of a clinic, by SQL: something of every kind and state, in a database of its own. */
export const insertMoney = (url: string) =>
  asOwner(url, async (client) => {
    for (const part of [people, bills, paid, shelf, bought, medicines]) await client.query(part)
    await client.query('analyze')
  })
