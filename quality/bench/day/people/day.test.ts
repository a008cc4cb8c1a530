import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { loadClinic, nameClinic } from '../../../../db/seed/load-clinic.ts'
import { loadFees } from '../../../../db/seed/load-catalogue.ts'
import { loadTests } from '../../../../db/seed/load-tests.ts'
import { findInconsistencies } from '../../../../src/testing/books/books.ts'
import { aPatient } from '../../../../src/testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../../../src/testing/clinic.ts'
import { findStockInconsistencies } from '../../../../src/testing/books/stock-books.ts'
import { settleCast } from './cast.ts'
import { openDay, type RunningDay } from './day.ts'
import type { Job } from './jobs.ts'
import type { Kind } from './journal.ts'

const PATIENCE_MS = 180_000
/** Whom a visit needs, and somebody who may see everything. */
const rooms: Job[] = ['reception', 'triage', 'doctor', 'laboratory', 'laboratory-manager', 'pharmacy', 'till', 'management']
/** What a visit with tests and drugs leaves behind. */
const whole: Kind[] = ['visit', 'move', 'vital signs', 'note', 'diagnosis', 'note signed', 'laboratory request', 'samples collected', 'samples received', 'results', 'results approved', 'prescription', 'dispense', 'payment'] // prettier-ignore

let clinic: TestClinic
let day: RunningDay
beforeAll(async () => {
  const now = new Date()
  clinic = await openTestClinic({ now })
  await asOwner(clinic.ownerUrl, async (client) => {
    await nameClinic(client, now)
    await loadClinic(client)
    await loadFees(client)
    await loadTests(client, now)
  })
  for (const second_name of ['Otieno', 'Wanjiru', 'Mwangi', 'Achieng', 'Kamau'])
    await aPatient(clinic.db, { second_name, date_of_birth: '1980-05-05' })
  await clinic.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = clinic.app.server.address() as AddressInfo
  const cast = await settleCast(clinic.ownerUrl, 1)
  const members = cast.members.filter(({ job }) => rooms.includes(job))
  day = await openDay({ ports: [port], cast: { ...cast, members }, seed: 'test', pace: 400, most: 3, openingMs: 0 })
})
afterAll(async () => {
  await day?.stop()
  await clinic?.close()
})

const expectVisits = async () => {
  const { meter, journal } = day
  const seen = () => new Set(journal.entries.map(({ kind }) => kind))
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until && !(meter.visits() > 0 && whole.every((kind) => seen().has(kind)))) await sleep(50)
  await day.stop()
  expect(meter.troubles()).toMatchObject({ failures: [], cuts: [] })
  expect([...seen()]).toEqual(expect.arrayContaining(whole))
  expect(meter.visits()).toBeGreaterThan(0)
  expect([...(await findInconsistencies(clinic.db)), ...(await findStockInconsistencies(clinic.db))]).toEqual([])
  const idsOf = (kind: Kind) => journal.entries.filter((entry) => entry.kind === kind).map(({ id }) => id)
  const { db } = clinic
  const visits = await db.selectFrom('visits').select('id').execute()
  expect(visits.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(idsOf('visit').toSorted((a, b) => a - b))
  const receipts = await db.selectFrom('receipts').select('id').where('kind', '=', 'payment').execute()
  const reported = journal.entries.flatMap(({ kind, id, what }) =>
    kind === 'payment' ? [id] : kind === 'sale' ? [Number(what['receipt'])] : [],
  )
  expect(receipts.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(reported.toSorted((a, b) => a - b))
}
test('people at work bring visits from the door to the receipt, and every acknowledged write is in the journal', () => expectVisits())
