import { expect, test } from 'vitest'
import { concerns, isOfThis, liveMetaOf, type LiveMeta } from './news-about.ts'

const of = (path: `/${string}`, live: LiveMeta['live'], request: Parameters<typeof liveMetaOf>[1], paged?: true) =>
  liveMetaOf({ path, live: live as never, ...(paged && { paged }) }, request)
const vitals = of('/patients/vital-signs/', ['triage'], { query: { patient_id: 1 } })
const results = of('/lab/results/by-process-id/{process_id}/', ['laboratory'], { params: { process_id: 5 } })
const counter = of('/pharmacy/prescriptions/{id}/', ['prescriptions', 'billing', 'stock', 'patients'], { params: { id: 3 } })

test('what is asked for of one patient is left alone by news of another', () => {
  expect(concerns(vitals, { topic: 'triage', id: 9, patient: 2 }, [])).toBe(false)
  expect(concerns(vitals, { topic: 'triage', id: 9, patient: 1 }, [])).toBe(true)
  const medicines = of('/patients/patients/{id}/current-medicines/', ['prescriptions'], { params: { id: '1' } })
  expect(concerns(medicines, { topic: 'prescriptions', id: 1, patient: 2 }, [])).toBe(false)
  expect(concerns(medicines, { topic: 'prescriptions', id: 7, patient: 1 }, [])).toBe(true)
})
test('nobody knows whose news without a patient is: it is about all of them', () => {
  expect(concerns(vitals, { topic: 'triage', id: 9 }, [])).toBe(true)
  expect(concerns(vitals, { topic: 'triage' }, [])).toBe(true)
})
test('news of patients is of the one whose id it carries', () => {
  const visits = of('/patients/initiate-attendance-process/', ['attendance', 'patients'], { query: { patient_id: '1' } })
  expect(concerns(visits, { topic: 'patients', id: 2 }, [])).toBe(false)
  expect(concerns(visits, { topic: 'patients', id: 1 }, [])).toBe(true)
})
test('a record says itself whose it is, and so does each line of what was asked for by what belongs to one patient', () => {
  expect(concerns(counter, { topic: 'billing', id: 8, patient: 2 }, { id: 3, patient: 1 })).toBe(false)
  expect(concerns(counter, { topic: 'billing', id: 8, patient: 1 }, { id: 3, patient: 1 })).toBe(true)
  expect(concerns(results, { topic: 'laboratory', id: 8, patient: 2 }, [{ patient: 1 }])).toBe(false)
  expect(concerns(results, { topic: 'laboratory', id: 8, patient: 1 }, [{ patient: 1 }])).toBe(true)
  // Before the first reply, or where it is empty, nobody knows whose it will be.
  expect(concerns(results, { topic: 'laboratory', id: 8, patient: 2 }, undefined)).toBe(true)
  expect(concerns(results, { topic: 'laboratory', id: 8, patient: 2 }, [])).toBe(true)
})
test('what is everybody’s is told to all, whoever it was done for', () => {
  expect(concerns(counter, { topic: 'stock', id: 4, patient: 2 }, { id: 3, patient: 1 })).toBe(true)
})
test('a list in which the first line is of somebody is not of that one alone', () => {
  const list = of('/lab/lab-test-requests/', ['laboratory'], { query: { limit: 25 } })
  const matches = of('/patients/publicappointments/{id}/matches/', ['patients'], { params: { id: 4 } })
  expect(concerns(list, { topic: 'laboratory', id: 8, patient: 2 }, [{ patient: 1 }])).toBe(true)
  expect(concerns(matches, { topic: 'patients' }, [{ patient: 1 }])).toBe(true)
})
test('the lines of a bill are of that bill', () => {
  const lines = of('/billing/invoices/items/{invoice_id}/', ['billing'], { params: { invoice_id: 6 } })
  expect(concerns(lines, { topic: 'billing', id: 7 }, [])).toBe(false)
  expect([concerns(lines, { topic: 'billing', id: 6 }, []), isOfThis(lines, { topic: 'billing', id: 6 })]).toEqual([true, true])
})
test('news of the bill on the screen is heard whoever it was done for', () => {
  const bill = of('/billing/invoices/{id}/', ['billing'], { params: { id: 6 } })
  expect(concerns(bill, { topic: 'billing', id: 6, patient: 2 }, { id: 6, patient: 1 })).toBe(true)
})
test('pages under an id are lists: ids in news are of their lines; a patient’s are the patient’s, a bill’s the bill’s', () => {
  const moves = of('/inventory/items/{id}/movements/', ['stock'], { params: { id: 3 } }, true)
  expect(concerns(moves, { topic: 'stock', id: 9 }, undefined)).toBe(true)
  const timeline = of('/patients/patients/{id}/timeline/', ['patients'], { params: { id: 1 } }, true)
  expect([1, 2].map((id) => concerns(timeline, { topic: 'patients', id }, undefined))).toEqual([true, false])
  const receipts = of('/billing/receipts/', ['billing'], { query: { invoice: 6 } }, true)
  expect([6, 7].map((id) => concerns(receipts, { topic: 'billing', id }, undefined))).toEqual([true, false])
})
