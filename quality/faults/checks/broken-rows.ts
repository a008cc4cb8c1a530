/** For each rule a change that breaks it, in a database that holds nothing together any more and has some of everything. */
export const broken: Record<string, string> = {
  'an entry does not balance': `update postings set amount = amount + 1 where id = (select min(id) from postings)`,
  'all postings do not sum to zero': `update postings set amount = amount + 1 where id = (select min(id) from postings)`,
  'a bill is not the sum of its lines': `update invoices set total = total + 1 where issued_at is not null`,
  'a bill is posted otherwise than it says': `delete from postings where account = 'sales'`,
  'paid is not the sum of allocations': `update invoices set paid_patient = paid_patient - 1 where paid_patient > 0`,
  'a payment is not the sum of its allocations': `delete from allocations`,
  'a receipt is not the sum of its payments': `insert into payments (receipt_id, payment_mode_id, amount)
    select receipt_id, payment_mode_id, amount from payments limit 1`,
  'credited is not the sum of credit notes': `delete from credit_notes`,
  'a line is credited otherwise than its notes say': `delete from credit_note_items`,
  'what patients owe is not what the postings say': `update postings set account = 'money' where account = 'patients'`,
  'what insurers owe is not what the postings say': `update postings set account = 'insurers' where account = 'patients' and amount > 0`,
  'money is not what was received': `delete from receipts where id = (select min(id) from receipts)`,
  'somebody has overpaid without a credit': `update invoices set patient_total = patient_total - 1 where status = 'paid' and credited_total = 0`,
  'a document is posted twice or not at all': `insert into journal_entries (kind, day, happened_at, receipt_id)
    select kind, day, happened_at, receipt_id from journal_entries where receipt_id is not null limit 1`,
  'tax of a day is not what its bills charged less what its credit notes gave back': `update postings set account = 'tax' where account = 'sales'`,
  'tax of a credit note is not that of its lines': `update credit_notes set tax = tax + 1`,
  'a drug or consumable was billed by hand and asked of no pharmacist': `update charges set order_kind = null, order_id = null, source = null,
    created_by = 1, category = 'drug' where id = (select min(id) from charges where order_kind = 'prescription')`,
  'what the till asked of the pharmacy is billed otherwise than once': `with d as (update prescribed_drugs set is_till_request = true,
      quantity_dispensed = 0, refused_at = null, cancelled_at = null returning id)
    delete from charges where order_kind = 'prescription' and order_id in (select id from prescribed_drugs)`,

  'a series has a gap': `delete from invoices where number = (select min(number) from invoices)`,
  'a counter is not where its series ends': `update document_counters set last = last + 1 where series = 'receipt'`,
  'an issued bill has no number': `update invoices set number = null where number = (select max(number) from invoices)`,

  'a store has less than nothing': `update stock_levels set usable = -1`,
  'a batch has less than nothing': `update batch_stock set quantity = -1`,
  'what a store has is not the sum of its batches': `update stock_levels set usable = usable + 1`,
  'what a store has is not the sum of its movements': `delete from stock_movements where id = (select max(id) from stock_movements)`,
  'a batch is not the sum of its movements': `update batch_stock set quantity = quantity + 1`,
  'a balance is not the sum so far': `update stock_movements set balance = balance + 1 where id = (select min(id) from stock_movements)`,
  'the last balance is not what the store has': `update stock_movements set balance = balance + 1`,
  'what it is worth is not what its movements were worth': `delete from batch_stock`,
  'a movement is of a batch of another item': `update stock_movements set batch_id = batch_id + 1000`,
  'what moves within the clinic appears or vanishes': `update stock_movements set kind = 'issue_out'`,
  'an entry moves nothing': `delete from stock_movements where entry_id = (select min(entry_id) from stock_movements)`,
  'what was taken back is not the opposite of what it takes back': `update stock_entries set reverses_id = (select min(id) from stock_entries)
    where id = (select max(id) from stock_entries)`,
  'what is on its way is not what was sent': `update batch_stock set state = 'in transit'`,
  'a transfer has ended without saying what became of it': `
    with t as (insert into transfers (number, from_store_id, to_store_id, status, sent_at, sent_by) values ('T-1', 1, 2, 'received', now(), 1) returning id)
    insert into transfer_items (transfer_id, item_id, batch_id, quantity) select t.id, 1, 1, 5 from t`,
  'a recalled lot can be used': `insert into recalls (number, item_id, lot, reason, recalled_at, recalled_by, stock_note_id)
    select 'R-1', item_id, lot, 'Mould', now(), 1, 1 from batches`,

  'a document without its movements': `update stock_entries set dispense_id = null where dispense_id is not null`,
  'batches that were not moved': `update dispense_batches set units = units + 1`,
  'a movement without a document': `update stock_entries set dispense_id = null where dispense_id is not null`,
  'a line that says something else': `update prescribed_drugs set quantity_dispensed = quantity_dispensed - 1`,
  'less was charged than was handed out': `delete from charges where order_kind = 'prescription'`,
  'a closed line is charged more than was handed out': `insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity,
      unit_price, price_source, tax_rate, tax_included, created_at)
    select invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, tax_rate, tax_included, created_at
    from charges where order_kind = 'prescription'`,

  'half a visit': `delete from triages where id = (select min(id) from triages)`,
  'two open visits of one patient': `update visits set patient_id = (select min(patient_id) from visits)`,
  'a visit is not where its last move led': `delete from visit_moves`,
  'an order is charged twice': `update charges set order_id = (select min(order_id) from charges where order_kind = 'prescription')
    where order_kind = 'prescription'`,
  'a prescribed line was never charged': `delete from charges where order_kind = 'prescription'`,
  'a charge is on the bill of another patient': `update prescribed_drugs set patient_id = patient_id + 1000`,
  'a laboratory request asks for nothing': `delete from lab_test_request_panels`,
  'a panel has no result that counts, or two': `update lab_results set is_current = false`,
  'two drafts of one doctor in one visit': `insert into consultations (visit_id, patient_id, doctor_id, created_at, changed_at, changed_by)
    select visit_id, patient_id, doctor_id, created_at, changed_at, changed_by from consultations`,

  'work is under way for ever': `insert into pgboss.job (name, state, started_on, expire_seconds)
    values ('send-messages', 'active', now() - interval '1 hour', 300)`,
  'work was given up': `insert into pgboss.job (name, state, completed_on) values ('read-record', 'failed', now())`,
  'work that comes round by itself does not any more': `insert into pgboss.job (name, state, completed_on)
    values ('seal-audit', 'failed', now() - interval '1 hour')`,
  'a document is being read by nobody': `insert into medical_records (patient_id, title, kind, status, created_at, created_by, changed_at, changed_by)
    values (1, 'Letter', 'other', 'processing', now() - interval '1 hour', 1, now() - interval '1 hour', 1)`,
  'a backup is made by nobody': `insert into backups (origin, state, created_at) values ('asked', 'running', now() - interval '1 hour')`,

  'a key has no reply': `insert into idempotency_keys (actor, key, request_hash, created_at) values ('user 1', 'k', '\\x00', now())`,
  'a refusal was kept': `insert into idempotency_keys (actor, key, request_hash, created_at, status, reply) values ('user 1', 'k', '\\x00', now(), 409, '{}')`,
}
