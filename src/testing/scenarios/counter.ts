import { expect } from 'vitest'
import type { CounterPrescription, Dispense } from '../../features/pharmacy/contract.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { aPrescription, type WrittenPrescription } from './pharmacy.ts'

/** A desk, a doctor and a pharmacist at the counter, and what they do all day. */
export const openCounter = async ({ db, signedInFrom }: Pick<TestClinic, 'db' | 'signedInFrom'>) => {
  const desk = await signedInFrom('System administrator', 'sysadmin')
  const doctor = await signedInFrom('Doctor', 'doctor')
  const pharmacist = await signedInFrom('Pharmacist', 'pharmacist')
  const write = (...args: [lines: Parameters<typeof aPrescription>[2], more?: Parameters<typeof aPrescription>[3]]) =>
    aPrescription(db, { desk, doctor }, ...args)
  const atCounter = async (id: number) => {
    const reply = await pharmacist.call('GET', `/pharmacy/prescriptions/${id}/`)
    expect(reply.status, reply.text).toBe(200)
    return reply.json<CounterPrescription>()
  }
  const post = async (prescription: WrittenPrescription, lines: object[], more: object = {}, headers = {}, person: Person = pharmacist) =>
    person.call(
      'POST',
      '/pharmacy/dispenses/',
      { prescription: prescription.id, version: (await atCounter(prescription.id)).version, lines, ...more },
      headers,
    )
  const give = async (...args: Parameters<typeof post>) => {
    const reply = await post(...args)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<Dispense & { warnings: { kind: string; key: string }[]; prescription_status: string }>()
  }
  const refusedFor = async (...args: Parameters<typeof post>) => {
    const reply = await post(...args)
    return { status: reply.status, ...reply.json<Record<string, unknown>>() }
  }
  /** All of it comes back, to be filled again. */
  const bringBack = async (dispense: number, items: Dispense['items']) => {
    const reply = await desk.call('POST', `/pharmacy/dispenses/${dispense}/returns/`, {
      reason: 'The wrong one',
      is_to_be_filled_again: true,
      items: items.map(({ id, units }) => ({ dispense_item: id, units })),
    })
    expect(reply.status, reply.text).toBe(201)
  }
  const issue = async (invoice: number) => {
    const reply = await desk.call('POST', `/billing/invoices/${invoice}/issue/`, {})
    expect(reply.status, reply.text).toBe(200)
  }
  /** What a visit is charged: standing lines, oldest first, and what was credited of them. */
  const chargesOf = async ({ visit }: WrittenPrescription) => {
    const rows = await db
      .selectFrom('charges')
      .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
      .select(['item_id', 'order_kind', 'quantity', 'credited_quantity', 'charges.total', 'invoices.issued_at'])
      .where('visit_id', '=', visit)
      .where('cancelled_at', 'is', null)
      .where('order_kind', 'in', ['prescription', 'dispense'])
      .orderBy('charges.id')
      .execute()
    return rows.map((row) => [row.order_kind, row.issued_at ? 'billed' : 'draft', Number(row.quantity), Number(row.credited_quantity)])
  }
  return { desk, doctor, pharmacist, write, atCounter, post, give, refusedFor, bringBack, issue, chargesOf }
}
export type Counter = Awaited<ReturnType<typeof openCounter>>
