import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../testing/clinic.ts'
import { patiently } from '../../testing/calls/patiently.ts'
import { aPrescription, aTablet, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacists: Person[]
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacists = [await clinic.signedInFrom('Pharmacist', 'pharmacist'), await clinic.signedInFrom('Pharmacist', 'pharmacist')]
})
afterAll(async () => {
  expect([await findStockInconsistencies(clinic.db), await findInconsistencies(clinic.db)]).toEqual([[], []])
  await clinic.close()
})

const give = (person: Person, prescription: WrittenPrescription, more: object = {}): Promise<Reply> => {
  const body = { prescription: prescription.id, version: prescription.version, lines: [{ line: prescription.lines[0] }], ...more }
  return patiently(() => person.call('POST', '/pharmacy/dispenses/', body))
}

test('of a batch of a hundred exactly a hundred go out to 64 dispensers at once, and the others are told what is left', async () => {
  const { id: item, batch } = await aTablet(clinic.db, 100)
  const prescriptions = await Promise.all(
    Array.from({ length: 64 }, () => aPrescription(clinic.db, { desk, doctor }, [{ item, quantity: '2' }])),
  )
  const replies = await Promise.all(prescriptions.map((prescription, at) => give(pharmacists[at % 2]!, prescription)))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(50)
  for (const reply of replies.filter(({ status }) => status !== 201))
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'not_enough_stock', short: [{ item, wanted: 2, left: 0 }] }])
  const given = await clinic.db
    .selectFrom('dispense_batches')
    .select(({ fn }) => [fn.sum<number>('units').as('units'), fn.countAll<number>().as('many')])
    .where('batch_id', '=', batch)
    .executeTakeFirstOrThrow()
  expect([given.units, given.many]).toEqual([100, 50])
  const lines = await clinic.db.selectFrom('prescribed_drugs').select('is_dispensed').where('item_id', '=', item).execute()
  expect(lines.filter(({ is_dispensed }) => is_dispensed)).toHaveLength(50)
})

test('of two pharmacists with the same prescription open one hands it out, and the other sees that and cannot repeat it', async () => {
  const url = await clinic.app.listen({ port: 0, host: '127.0.0.1' })
  const abort = new AbortController()
  const stream = await fetch(`${url}/api/events/`, {
    headers: { authorization: `Bearer ${pharmacists[1]!.token}` },
    signal: abort.signal,
  })
  let heard = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of stream.body!) heard += decoder.decode(chunk, { stream: true })
  })().catch(() => {})
  await expect.poll(() => heard).toContain('event: hello')
  const { id: item } = await aTablet(clinic.db)
  for (let round = 0; round < 4; round++) {
    const prescription = await aPrescription(clinic.db, { desk, doctor }, [{ item, quantity: '10' }])
    const part = round % 2 ? { lines: [{ line: prescription.lines[0], units: 4 }] } : {}
    const replies = await Promise.all(pharmacists.map((person) => give(person, prescription, part)))
    expect(statuses(replies)).toEqual([201, 412])
    expect(replies.find(({ status }) => status === 412)!.json()).toMatchObject({
      current: {
        id: prescription.id,
        prescribed_drugs: [{ quantity_dispensed: round % 2 ? '4.000' : '10.000', given: [{ units: round % 2 ? 4 : 10 }] }],
      },
    })
    expect(await clinic.db.selectFrom('dispenses').select('id').where('prescription_id', '=', prescription.id).execute()).toHaveLength(1)
    await expect.poll(() => heard).toContain(`{"topic":"prescriptions","id":${prescription.id},"patient":`)
  }
  abort.abort()
  await reading
})

test('what the cashier takes off the bill while it is handed out stays off', async () => {
  const { id: item } = await aTablet(clinic.db)
  const prescription = await aPrescription(clinic.db, { desk, doctor }, [{ item, quantity: '10' }])
  const ofLine = clinic.db.selectFrom('charges').where('order_kind', '=', 'prescription').where('order_id', '=', prescription.lines[0]!)
  const { id: charge } = await ofLine.select('id').executeTakeFirstOrThrow()
  const dispensing = await clinic.db.transaction().execute(async (cashier) => {
    await sql`select from invoices where id = ${prescription.invoice} for update`.execute(cashier)
    await sql`update charges set cancelled_at = ${clinic.clock.now}, cancel_reason = 'Paid by the programme' where id = ${charge}`.execute(
      cashier,
    )
    const reply = give(pharmacists[0]!, prescription)
    const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await waiting.execute(cashier)).rows.length).toBeGreaterThan(0)
    return { reply }
  })
  expect((await dispensing.reply).status).toBe(201)
  expect(await ofLine.where('cancelled_at', 'is', null).select('id').execute()).toEqual([])
})
