// Whom and what the pictures show, found in the demonstration clinic.
export const doctor = 'doctor@demo.kliniki.example'

export interface Shown {
  patient: number
  bill: number
  /** Who waits for the doctor with a critical value: the visit. */
  critical: number
  /** Whom the doctor has: the patient. */
  seen: number
  /** Prescribed against a warning, with a reason. */
  prescription: number
  /** What went over the counter, of several batches if anything did. */
  dispensed: number
  /** A booking of the public that somebody on file may have made. */
  booking: number
  /** The item of the stock with most batches. */
  stocked: number
  /** An order that waits for its delivery, and a bill that is not paid in full. */
  waiting: number
  owed: number
  /** Requisitions that wait for procurement, and that it has approved; an order that is being written. */
  asked: number
  granted: number
  written: number
  supplier: number
  /** Somebody with many results over time; a visit whose tests are half entered; the test with ranges of every kind; an instrument. */
  measured: number
  entered: number
  ranged: number
  instrument: number
  /** A letter as PDF, and whom it is of. */
  letter: number
  brought: number
}

/** The patient with most to show: allergies, alerts, many visits, in the house now. */
const RICHEST = `
  select p.id from patients p where p.deactivated_at is null and not p.is_unidentified
  order by exists (select from visits v where v.patient_id = p.id and v.closed_at is null) desc,
    (select count(*) from allergies a where a.patient_id = p.id) desc,
    (select count(*) from visits v where v.patient_id = p.id) desc, p.id limit 1`

/** A draft with a handful of lines, of somebody whom a doctor has seen. */
const FULLEST = `
  select i.id from invoices i join visits v on v.id = i.visit_id and v.closed_at is null join charges c on c.invoice_id = i.id
  where i.issued_at is null and c.cancelled_at is null group by i.id having count(*) between 4 and 9
  order by bool_or(c.order_kind = 'consultation') desc, i.insurance_company_id is null, count(*) desc, i.id limit 1`

const CRITICAL = `
  select v.id from visits v join triages t on t.visit_id = v.id
  where v.closed_at is null and v.track = 'doctor' and t.critical_at is not null and t.critical_seen_at is null order by v.id limit 1`

/** The doctor's own patient with the longest history. */
const SEEN = `
  select v.patient_id as id from visits v join users u on u.id = v.doctor_id
  where v.closed_at is null and v.track = 'doctor' and exists (select from vital_signs s where s.visit_id = v.id)
  order by u.email = '${doctor}' desc, (select count(*) from visits o where o.patient_id = v.patient_id) desc limit 1`

const OVERRIDDEN = `
  select d.prescription_id as id from safety_overrides o join prescribed_drugs d on d.id = o.prescribed_drug_id
  where not d.is_dispensed order by o.id desc limit 1`

/** Paid for, and nothing of it came back. */
const DISPENSED = `
  select d.id from dispenses d join dispense_items i on i.dispense_id = d.id
  left join prescribed_drugs p on p.id = i.prescribed_drug_id left join charges c on c.order_kind = 'prescription' and c.order_id = p.id
  left join invoices v on v.id = c.invoice_id
  where not exists (select from patient_returns r where r.dispense_id = d.id)
  group by d.id order by bool_or(v.issued_at is not null) desc, count(*) desc, d.id desc limit 1`

/** One whose telephone is on a record, where there is one. */
const ASKED = `
  select b.id from public_bookings b join appointments a on a.public_booking_id = b.id and a.patient_id is null
  order by exists (select from patients p where p.phone = b.phone_number) desc, b.id limit 1`

const STOCKED = `
  select k.item_id as id from batch_stock k join items i on i.id = k.item_id where k.quantity > 0 and i.category = 'drug'
  group by k.item_id order by count(*) desc, k.item_id limit 1`

const WAITING = `
  select o.id from purchase_orders o where o.status = 'sent'
  order by (select count(*) from purchase_order_items i where i.purchase_order_id = o.id) desc, o.id limit 1`

const MEASURED = `select patient_id as id from lab_results where is_current group by 1 order by count(distinct observed_at) desc, count(*) desc, 1 limit 1`

const ENTERED = `
  select g.id from process_test_requests g join visits v on v.id = g.visit_id join lab_test_requests q on q.process_id = g.id
  join lab_test_request_panels n on n.lab_test_request_id = q.id
  group by g.id order by count(*) filter (where n.state = 'entered') desc, count(*) desc, g.id limit 1`

const LETTER = `
  from medical_records r join files f on f.id = r.file_id where f.type = 'application/pdf'
  order by r.kind = 'discharge summary' desc, r.id limit 1`

const OWED = `select id from supplier_bills where balance > 0 order by paid desc, id limit 1`

/** What to show of each, by a query that answers its id. */
export const subjects: Readonly<Record<keyof Shown, string>> = {
  patient: RICHEST,
  bill: FULLEST,
  critical: CRITICAL,
  seen: SEEN,
  prescription: OVERRIDDEN,
  dispensed: DISPENSED,
  booking: ASKED,
  stocked: STOCKED,
  waiting: WAITING,
  owed: OWED,
  asked: "select id from requisitions where status = 'department approved' order by id limit 1",
  granted: "select id from requisitions where status = 'approved' order by id limit 1",
  written: "select id from purchase_orders where status = 'draft' order by id limit 1",
  measured: MEASURED,
  entered: ENTERED,
  ranged: "select id from lab_panels where code = 'HB'",
  instrument: 'select min(id) as id from lab_equipment',
  letter: `select r.id ${LETTER}`,
  brought: `select r.patient_id as id ${LETTER}`,
  supplier: 'select supplier_id as id from supplier_bills group by 1 order by sum(balance) desc, 1 limit 1',
}
