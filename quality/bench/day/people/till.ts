import {
  printReceipt,
  createInvoiceItem,
  getInvoice,
  issueInvoice,
  listCashierQueue,
  listInvoices,
  listItemsOfInvoice,
} from '#features/billing/contract.ts'
import { listPaymentModes, listReceipts, payInvoice } from '#features/billing/contract-payments.ts'
import { listItems } from '#features/catalogue/contract.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Case } from './floor.ts'
import { type Day, typed, type Work } from './facility.ts'
import { isRefused, type Person } from './person.ts'
import { callIn, moveTo } from './visits.ts'

type Bill = ResponseOf<typeof getInvoice>
const TRIES = 4
/** What is handed over in cash: notes. */
const NOTE = 100

const paymentsOf = ({ dice }: Person, { facts }: Day, due: string, bill: Bill) => {
  const { mobile, cash } = facts
  if (mobile && dice.chance(0.5)) {
    const reference = mobile.needsReference ? `T${bill.id}X${dice.integer(1_000_000, 9_999_999)}` : null
    return [{ payment_mode: mobile.id, amount: due, ...(reference !== null && { reference }) }]
  }
  return [{ payment_mode: cash, amount: due, tendered: (Math.ceil(Number(due) / NOTE) * NOTE).toFixed(2) }]
}

/** Adds what the room forgot to order: a dressing, an injection. */
const addService = async (person: Person, { facts }: Day, one: Case) => {
  if (facts.services.length === 0) return
  const service = person.dice.pick(facts.services)
  for (const q of typed(service.name.slice(0, 8), person.dice)) await person.ask(listItems, { query: { q, limit: 10 } })
  await person.write(
    { kind: 'bill line', what: ({ invoice, item, item_amount }) => ({ invoice, item, amount: item_amount }) },
    createInvoiceItem,
    {
      body: { invoice: one.invoice, item: service.id, quantity: '1' },
    },
  )
}

/** Issues the bill and takes what the patient owes; answers the receipt, or null where there was nothing to pay. */
const settle = async (person: Person, day: Day, one: Case): Promise<number | null> => {
  for (let tries = 0; ; tries += 1) {
    const bill: Bill = await person.ask(getInvoice, { params: { id: one.invoice } })
    const due = bill.patient_balance
    const isDraft = bill.status === 'draft'
    try {
      if (Number(due) <= 0) {
        if (isDraft && bill.item_count > 0)
          await person.write(
            { kind: 'bill issued', what: ({ invoice_number, invoice_amount }) => ({ number: invoice_number, amount: invoice_amount }) },
            issueInvoice,
            { params: { id: bill.id }, body: { version: bill.version } },
            { may: ['version_conflict'] },
          )
        return null
      }
      const paid = await person.write(
        {
          kind: 'payment',
          what: ({ receipt, invoice }) => ({
            id: receipt.id,
            number: receipt.number,
            invoice: invoice.id,
            invoice_number: invoice.invoice_number,
            amount: receipt.total,
          }),
        },
        payInvoice,
        { params: { id: bill.id }, body: { payments: paymentsOf(person, day, due, bill), issue: isDraft, version: bill.version } },
        { may: ['version_conflict'] },
      )
      return paid.receipt.id
    } catch (error) {
      if (!isRefused(error, 'version_conflict') || tries === TRIES) throw error
    }
  }
}

const serve = async (person: Person, day: Day, one: Case) => {
  await callIn(person, one)
  person.turnTo()
  await Promise.all([
    person.read(getInvoice, { params: { id: one.invoice } }),
    person.read(listItemsOfInvoice, { params: { invoice_id: one.invoice }, query: {} }),
    person.read(listReceipts, { query: { invoice: one.invoice, limit: 25 } }),
    person.read(listPaymentModes, { query: { active: 'true' } }),
  ])
  await person.think(15)
  if (person.dice.chance(0.15)) await addService(person, day, one)
  const receipt = await settle(person, day, one)
  if (receipt !== null) await person.ask(printReceipt, { params: { id: receipt }, query: {} })
  await moveTo(person, one, 'complete')
  day.floor.left(one)
  day.meter.visitEnded(performance.now() - one.cameAt)
}

/** The till: bills are issued, paid and receipted, and people go home. */
export const cash: Work = async (person, day) => {
  person.turnTo()
  await person.read(listCashierQueue, { query: {} })
  await person.think(6)
  const one = day.floor.next('till', person.number)
  if (one) return serve(person, day, one)
  if (person.dice.chance(0.3)) {
    person.turnTo()
    await person.read(listInvoices, { query: { limit: 25 } })
    const { unique_id, first_name, second_name } = person.dice.pick(day.known)
    const q = person.dice.chance(0.5) ? unique_id : `${first_name} ${second_name}`
    await person.ask(listInvoices, { query: { q, limit: 25 } })
  }
  return person.think(15)
}
