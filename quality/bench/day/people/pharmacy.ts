import {
  checkDispense,
  createDispense,
  getCounterPrescription,
  listDispenses,
  printLabels,
  refuseLine,
} from '#features/pharmacy/contract.ts'
import { getPharmacyCounts, listPharmacyQueue, checkSale, createSale } from '#features/pharmacy/contract-counter.ts'
import { listStock } from '#features/stock/contract-ledger.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { Case } from './floor.ts'
import { type Day, typed, type Work } from './facility.ts'
import { isRefused, type Person } from './person.ts'
import { callIn, moveTo } from './visits.ts'

const REASON = 'Weighed against the benefit; the patient was told'
const TRIES = 4

interface Dispensed {
  id: number
}

/** Hands out what there is; a line that the shelf cannot fill is refused, and the rest goes on. */
const dispensePrescription = async (person: Person, one: Case): Promise<Dispensed | null> => {
  for (let tries = 0; ; tries += 1) {
    const prescription: ResponseOf<typeof getCounterPrescription> = await person.ask(getCounterPrescription, {
      params: { id: one.prescription },
      query: {},
    })
    const open = prescription.prescribed_drugs.filter(
      ({ cancelled_at, refused_at, units_left }) => cancelled_at === null && refused_at === null && units_left > 0,
    )
    const short = open.filter(({ on_hand, units_left }) => on_hand !== null && on_hand < units_left)
    for (const { id } of short)
      await person.write(
        { kind: 'line refused' },
        refuseLine,
        { params: { id }, body: { reason: 'Not on the shelf' } },
        { may: ['refused'] },
      )
    if (short.length > 0 && tries < TRIES) continue
    if (open.length === 0) return null
    const lines = open.map(({ id }) => ({ line: id }))
    const asked = { prescription: one.prescription, lines }
    const { warnings } = await person.ask(checkDispense, { body: asked })
    await person.think(25)
    const overrides = [...prescription.warnings, ...warnings].map(({ key }) => ({ key, reason: REASON }))
    const message = [...new Map(overrides.map((each) => [each.key, each])).values()]
    try {
      return await person.write(
        {
          kind: 'dispense',
          what: ({ number, items }) => ({ number, prescription: one.prescription, units: items.map(({ units }) => units) }),
        },
        createDispense,
        {
          body: {
            ...asked,
            overrides: message,
            version: prescription.version,
            ...(prescription.pay_first && { unpaid_reason: 'Pays at the till afterwards' }),
          },
        },
        { may: ['version_conflict', 'not_enough_stock', 'unsafe', 'dispensed'] },
      )
    } catch (error) {
      if (!isRefused(error, 'version_conflict', 'not_enough_stock', 'dispensed') || tries >= TRIES) throw error
    }
  }
}

const serve = async (person: Person, day: Day, one: Case) => {
  await callIn(person, one)
  person.turnTo()
  await person.read(getCounterPrescription, { params: { id: one.prescription }, query: {} })
  await person.think(15)
  const dispensed = await dispensePrescription(person, one)
  if (dispensed && person.dice.chance(0.3)) await person.ask(printLabels, { params: { id: dispensed.id }, query: {} })
  await moveTo(person, one, 'billing')
  day.floor.send('till', one)
}

/** Somebody buys at the counter without a prescription. */
const sell = async (person: Person, { facts }: Day) => {
  if (facts.drugs.length === 0) return
  const drug = person.dice.pick(facts.drugs)
  for (const q of typed(drug.name.slice(0, 8), person.dice))
    await person.ask(listStock, { query: { q, store: facts.stores.pharmacy, limit: 20 } })
  const lines = [{ item: drug.id, quantity: person.dice.integer(1, 3) }]
  const checked = await person.ask(checkSale, { body: { lines } })
  const line = checked.lines[0]
  if (!line || line.missing > 0 || line.is_controlled || line.unit_price === null || Number(checked.total) <= 0) return
  await person.think(20)
  const { total } = checked
  await person
    .write(
      {
        kind: 'sale',
        what: ({ dispense, receipt }) => ({ id: dispense.id, number: dispense.number, receipt: receipt?.id ?? null, total }),
      },
      createSale,
      {
        body: {
          lines,
          total,
          payments: [{ payment_mode: facts.cash, amount: total, tendered: total }],
          overrides: checked.warnings.map(({ key }) => ({ key, reason: REASON })),
        },
      },
      { may: ['not_enough_stock'] },
    )
    .catch((error: unknown) => {
      if (!isRefused(error, 'not_enough_stock')) throw error
    })
}

/** The pharmacy: prescriptions at the counter, labels, and sales to who comes from the street. */
export const dispense: Work = async (person, day) => {
  person.turnTo()
  await Promise.all([person.read(listPharmacyQueue, { query: { limit: 25 } }), person.read(getPharmacyCounts, { query: {} })])
  if (person.dice.chance(0.15)) await person.read(listDispenses, { query: { limit: 25 } })
  await person.think(8)
  const one = day.floor.next('pharmacy', person.number)
  if (one) return serve(person, day, one)
  if (person.dice.chance(0.3)) await sell(person, day)
  return person.think(15)
}
