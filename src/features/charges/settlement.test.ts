import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { settlement, type ActiveCharge } from './rules.ts'

/** A charge as the books keep it, in thousandths. */
interface Charge {
  id: number
  isIssued: boolean
  quantity: number
  credited: number
}
const active = (charges: readonly Charge[]): ActiveCharge[] =>
  charges.map(({ id, isIssued, quantity, credited }) => ({ charge: id, isIssued, left: quantity - credited }))

let serial = 0
/** Does what a settlement says, as the database does it. */
const settled = (charges: readonly Charge[], quantity: number, isFinal: boolean): Charge[] => {
  const { cancelled, changed, added, credited } = settlement({ quantity, isFinal }, active(charges))
  const kept = charges
    .filter(({ id }) => !cancelled.includes(id))
    .map((charge) => ({
      ...charge,
      quantity: changed.find((one) => one.charge === charge.id)?.quantity ?? charge.quantity,
      credited: charge.credited + (credited.find((one) => one.charge === charge.id)?.credit ?? 0),
    }))
  return added > 0 ? [...kept, { id: ++serial, isIssued: false, quantity: added, credited: 0 }] : kept
}
const sumOf = (charges: readonly Charge[]) => charges.reduce((sum, { quantity, credited }) => sum + quantity - credited, 0)

test('whatever is handed out, billed, returned, closed and opened again: once closed, what stands is what is owed', () => {
  const seed = randomInt(2 ** 31)
  let state = seed
  const below = (limit: number) => (state = (state * 48_271) % 2_147_483_647) % limit
  for (let round = 0; round < 400; round++) {
    const prescribed = 1_000 * (1 + below(30)) + (below(4) === 0 ? 500 : 0)
    let out = 0
    let charges: Charge[] = settled([], prescribed, false)
    for (let step = 0; step < 12; step++) {
      const action = below(5)
      if (action === 0) charges = charges.map((charge) => ({ ...charge, isIssued: true }))
      const before = sumOf(charges.filter(({ isIssued }) => isIssued))
      if (action === 1) out = Math.min(prescribed, out + 1_000 * (1 + below(10)))
      if (action === 2) out = Math.max(0, out - 1_000 * below(4))
      const isClosed = action === 3 || out === prescribed
      const owed = !isClosed && out === 0 ? prescribed : out
      charges = settled(charges, owed, isClosed)
      const message = `seed ${seed}, round ${round}, step ${step}`
      for (const { quantity, credited } of charges)
        expect([quantity > 0, credited >= 0, credited <= quantity], message).toEqual([true, true, true])
      expect(charges.filter(({ isIssued }) => !isIssued).length, message).toBeLessThanOrEqual(1)
      if (isClosed) expect(sumOf(charges), message).toBe(owed)
      // Until it is closed nothing that was billed goes back.
      else expect([sumOf(charges), sumOf(charges.filter(({ isIssued }) => isIssued))], message).toEqual([Math.max(owed, before), before])
      // What was settled stays settled.
      expect(settlement({ quantity: owed, isFinal: isClosed }, active(charges)), message).toEqual({
        cancelled: [],
        changed: [],
        added: 0,
        credited: [],
      })
    }
  }
})

test('the newest is credited first, and two drafts become one', () => {
  const charges = [
    { charge: 1, isIssued: true, left: 5_000 },
    { charge: 2, isIssued: true, left: 3_000 },
    { charge: 3, isIssued: false, left: 2_000 },
    { charge: 4, isIssued: false, left: 1_000 },
  ]
  expect(settlement({ quantity: 4_000, isFinal: true }, charges)).toEqual({
    cancelled: [3, 4],
    changed: [],
    added: 0,
    credited: [
      { charge: 2, credit: 3_000 },
      { charge: 1, credit: 1_000 },
    ],
  })
  expect(settlement({ quantity: 9_000, isFinal: false }, charges)).toEqual({
    cancelled: [4],
    changed: [{ charge: 3, quantity: 1_000 }],
    added: 0,
    credited: [],
  })
})
