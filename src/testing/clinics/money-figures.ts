const invoiceEntries = `postings p join journal_entries e on e.id = p.entry_id where e.kind = 'invoice'`
const ofBill = `postings p join invoices i on i.id = p.invoice_id where IN(i.issued_on)`
const money = `postings p join journal_entries e on e.id = p.entry_id where p.account = 'money' and IN(e.day)`
const lines = `charges c join invoices i on i.id = c.invoice_id where i.number is not null and IN(i.issued_on)`
const lying = `batch_stock k join batches b on b.id = k.batch_id where k.quantity > 0 and IN(b.expires_on)
  and (k.state = 'usable' or (k.state = 'quarantined' and b.expires_on <= '2026-03-01'))`
const moves = `stock_movements m join batches b on b.id = m.batch_id where IN(m.day)`
const priced = `items i cross join price_lists l cross join lateral item_price(i.id, l.insurance_company_id, '2026-03-02') n
  where i.is_active and l.is_active and n.source::text = case when l.insurance_company_id is null then 'cash' else 'insurer' end`
const owing = `(select sum(p.amount) as owed from postings p join invoices i on i.id = p.invoice_id where p.account in ('patients', 'insurers')
  group by case p.account when 'insurers' then 'insurer ' || i.insurance_company_id else coalesce('patient ' || i.patient_id, 'customer ' || i.customer_name) end) d where owed > 0`
const active = `prescribed_drugs where cancel_reason is null and AT(prescribed_at)`

/**
 * What each measure is in the clinic of `insertMoney`, by a statement of its own that goes another way wherever there is one: by the books,
 * or row by row. `IN(day)` and `AT(instant)` limit it to a time.
 */
export const moneyFigures: Readonly<Record<string, string>> = {
  'prices.price': `select round(avg(n.price), 2) from ${priced}`,
  'prices.prices': `select count(*) from ${priced}`,
  'stock.on_hand': `select sum(quantity) from batch_stock where state = 'usable'`,
  'stock.items_in_stock': `select count(distinct item_id) from batch_stock where state = 'usable' and quantity > 0`,
  'stock.low_items': `select count(distinct item_id) from stock_levels where reorder_level > 0 and usable + in_transit <= reorder_level`,
  'stock.out_items': `select count(distinct item_id) from stock_levels where usable < 1`,
  'stock.stock_value': `select round(sum(k.quantity * b.unit_cost), 2) from batch_stock k join batches b on b.id = k.batch_id`,
  'stock.quarantined_units': `select sum(quantity) from batch_stock where state = 'quarantined'`,
  'stock.in_transit_units': `select sum(quantity) from batch_stock where state = 'in transit'`,
  'batches.batches': `select count(*) from ${lying}`,
  'batches.items_expiring': `select count(distinct b.item_id) from ${lying}`,
  'batches.units': `select sum(k.quantity) from ${lying}`,
  'batches.expiring_value': `select round(sum(k.quantity * b.unit_cost), 2) from ${lying}`,
  'batches.expired_items': `select count(distinct b.item_id) from ${lying} and b.expires_on < '2026-03-02'`,
  'batches.expired_units': `select sum(k.quantity) from ${lying} and b.expires_on < '2026-03-02'`,
  'batches.expired_value': `select round(sum(k.quantity * b.unit_cost), 2) from ${lying} and b.expires_on < '2026-03-02'`,
  'movements.movements': `select count(*) from ${moves}`,
  'movements.units_moved': `select sum(greatest(m.quantity, -m.quantity)) from ${moves}`,
  'movements.units_used': `select -sum(m.quantity) from ${moves} and m.kind::text = any ('{dispense,otc,consume}')`,
  'movements.used_cost': `select round(-sum(m.quantity * b.unit_cost), 2) from ${moves} and m.kind::text = any ('{dispense,otc,consume}')`,
  'movements.units_lost': `select -sum(m.quantity) from ${moves} and m.kind::text = any ('{expire,damage,loss,adjust_count}')`,
  'movements.lost_cost': `select round(-sum(m.quantity * b.unit_cost), 2) from ${moves} and m.kind::text = any ('{expire,damage,loss,adjust_count}')`,
  'purchase_orders.orders': `select count(*) from purchase_orders where AT(created_at)`,
  'purchase_orders.ordered_value': `select sum(round(r.quantity_purchased * r.unit_price * 1.16, 2)) from purchase_order_items r
    where r.purchase_order_id in (select id from purchase_orders where ended_at is null and AT(created_at))`,
  'purchase_orders.late_orders': `select count(*) from purchase_orders where status = 'sent' and expected_on <= '2026-03-01' and AT(created_at)`,
  'deliveries.deliveries': `select count(*) from goods_receipts r where number <> 'GR-7' and IN(received_on)`,
  'deliveries.received_value': `select sum(g.quantity) * 12.50 from goods_receipts r join goods_receipt_items g on g.goods_receipt_id = r.id where number <> 'GR-6' and IN(received_on)`,
  'deliveries.received_units': `select 10 * sum(g.quantity + g.free_quantity) from goods_receipts r join goods_receipt_items g on g.goods_receipt_id = r.id where IN(received_on)`,
  'requisitions.requisitions': `select count(*) from requisitions where AT(requested_at)`,
  'supplier_bills.bills': `select count(*) from supplier_bills where invoice_no <> 'SB-4' and IN(bill_date)`,
  'supplier_bills.bill_total': `select sum(total_cost) from supplier_bills where invoice_no <> 'SB-4' and IN(bill_date)`,
  'supplier_bills.bills_owed': `select sum(total_cost - coalesce((select sum(a.amount) from supplier_allocations a where a.supplier_bill_id = b.id), 0))
    from supplier_bills b where invoice_no <> 'SB-4' and IN(bill_date)`,
  'invoices.invoices': `select count(*) from invoices where IN(issued_on)`,
  'invoices.billed': `select -sum(p.amount) from ${invoiceEntries} and p.account in ('sales', 'tax', 'rounding') and IN(e.day)`,
  'invoices.unpaid': `select sum(p.amount) from ${ofBill} and p.account in ('patients', 'insurers')`,
  'invoices.patient_share': `select sum(p.amount) from ${invoiceEntries} and p.account = 'patients' and IN(e.day)`,
  'invoices.insurer_share': `select sum(p.amount) from ${invoiceEntries} and p.account = 'insurers' and IN(e.day)`,
  'invoices.invoice_value': `select round(sum(total) / count(*), 2) from invoices where number is not null and IN(issued_on)`,
  'invoices.discounts': `select sum(c.discount) from ${lines}`,
  'invoices.waived': `select sum(p.amount) from ${invoiceEntries} and p.account = 'waivers' and IN(e.day)`,
  'invoices.credited': `select sum(n.total) from credit_notes n join invoices i on i.id = n.invoice_id where IN(i.issued_on)`,
  'payments.received': `select sum(p.amount) from ${money}`,
  'payments.receipts': `select count(*) from receipts where kind = 'payment' and IN(received_on)`,
  'payments.refunds': `select count(*) from receipts where kind = 'refund' and IN(received_on)`,
  'payments.refunded': `select -sum(p.amount) from ${money} and e.kind = 'refund'`,
  'payments.reversed': `select -sum(p.amount) from ${money} and e.kind = 'reversal'`,
  'payments.payment_value': `select round(sum(p.amount) / count(*), 2) from ${money} and e.kind = 'payment'`,
  'payments.payers': `select count(*) from patients p where exists (select from receipts r where r.patient_id = p.id and r.total > 0 and IN(r.received_on))`,
  'debts.owed': `select sum(owed) from ${owing}`,
  'debts.debtors': `select count(*) from ${owing}`,
  'aged_debts.owed_by_age': `select sum(amount) from postings where account in ('patients', 'insurers')`,
  'claims.claims': `select count(distinct p.invoice_id) from ${invoiceEntries} and p.account = 'insurers' and IN(e.day)`,
  'claims.claimed': `select sum(p.amount) from ${invoiceEntries} and p.account = 'insurers' and IN(e.day)`,
  'claims.claims_paid': `select sum(a.amount) from allocations a join invoices i on i.id = a.invoice_id where a.party = 'insurer' and IN(i.issued_on)`,
  'claims.claims_open': `select sum(p.amount) from ${ofBill} and p.account = 'insurers'`,
  'claims.open_claims': `select count(*) from (select i.id from ${ofBill} and p.account = 'insurers' group by i.id having sum(p.amount) > 0) o`,
  'claims.claims_credited': `select sum(n.insurer_amount) from credit_notes n join invoices i on i.id = n.invoice_id where IN(i.issued_on)`,
  'claims.claim_value': `select round(avg(p.amount), 2) from ${invoiceEntries} and p.account = 'insurers' and IN(e.day)`,
  'claims.patients_claimed': `select count(distinct i.patient_id) from ${ofBill} and p.account = 'insurers'`,
  'sales.sales': `select sum(c.total) - (select sum(n.total) from credit_notes n where IN(n.issued_on)) from ${lines}`,
  'sales.sales_before_tax': `select sum(c.total - c.tax) from ${lines}`,
  'sales.tax': `select sum(c.tax) from ${lines}`,
  'sales.credited': `select sum(total) from credit_notes where IN(issued_on)`,
  'sales.quantity_sold': `select sum(c.quantity) from ${lines}`,
  'sales.lines': `select count(*) from ${lines}`,
  'prescribed.drugs_prescribed': `select count(*) from ${active}`,
  'prescribed.patients_prescribed': `select count(distinct patient_id) from ${active}`,
  'prescribed.prescriptions': `select count(distinct prescription_id) from ${active}`,
  'prescribed.quantity_prescribed': `select sum(quantity) from ${active}`,
  'cancelled_drugs.drugs_cancelled': `select count(cancel_reason) from prescribed_drugs where AT(cancelled_at)`,
  'dispensed.dispenses': `select (select count(*) from dispenses where AT(dispensed_at)) + count(*) from dispense_items where dispense_id is null and AT(dispensed_at)`,
  'dispensed.units_dispensed': `select sum(coalesce(units, quantity)) from dispense_items where AT(dispensed_at)`,
  'dispensed.items_dispensed': `select count(*) from dispense_items where AT(dispensed_at)`,
  'dispensed.patients_served': `select count(*) from patients p where exists (select from dispenses d where d.patient_id = p.id and AT(d.dispensed_at))
    or exists (select from dispense_items o join prescribed_drugs d on d.id = o.prescribed_drug_id where d.patient_id = p.id and AT(o.dispensed_at))`,
  'dispensed.dispensing_wait': `select round(avg(extract(epoch from dispensed_at) - extract(epoch from waited_since)) / 60) from dispenses where AT(dispensed_at)`,
}

/** The statement over all time, and over 1 February to 1 March 2026 in Nairobi. */
export const overTime = (statement: string): [string, string] => [
  statement.replaceAll(/(?:IN|AT)\([\w.]+\)/g, 'true'),
  statement
    .replaceAll(/IN\(([\w.]+)\)/g, `$1 between '2026-02-01' and '2026-03-01'`)
    .replaceAll(/AT\(([\w.]+)\)/g, `($1 >= '2026-01-31T21:00Z' and $1 < '2026-03-01T21:00Z')`),
]
