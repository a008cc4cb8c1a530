import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile, aRange, specimenOf } from '../../testing/scenarios/laboratory.ts'

let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic()
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

/** Numbers from a seed, so that what failed can be run again. */
const random = (seed: number) => {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** What must be true of samples, tests and charges at any moment; the names of what is not. */
const faults = async () => {
  const { rows } = await sql<{ name: string; broken: number }>`
    select 'an open test is on a sample that is not to be had' as name, count(*)::integer as broken from lab_test_request_panels n
      join lab_samples s on s.id = n.sample_id where n.state in ('requested', 'entered') and s.state in ('rejected', 'cancelled')
    union all select 'a result is of a sample that was not taken', count(*)::integer from lab_test_request_panels n
      join lab_samples s on s.id = n.sample_id where n.state in ('entered', 'approved') and s.collected_at is null
    union all select 'a sample is to be taken for nothing', count(*)::integer from lab_samples s where s.state = 'to collect'
      and not exists (select from lab_test_request_panels n where n.sample_id = s.id and n.cancelled_at is null)
    union all select 'a test is on the sample of another patient', count(*)::integer from lab_test_request_panels n
      join lab_samples s on s.id = n.sample_id where s.patient_id <> n.patient_id
    union all select 'an order stands without a test, or a test without an order', count(*)::integer from lab_orders o
      where (o.cancelled_at is null) <> exists (select from lab_test_request_panels n where n.lab_order_id = o.id and n.cancelled_at is null)
    union all select 'an order is not charged once', count(*)::integer from lab_orders o where (o.cancelled_at is null)::integer <>
      (select count(*) from charges c where c.order_kind = 'laboratory' and c.order_id = o.id and c.cancelled_at is null)
    union all select 'a cancelled test has a result', count(*)::integer from lab_test_request_panels n
      join lab_results r on r.request_panel_id = n.id and r.is_current where n.cancelled_at is not null
    union all select 'somebody is to be told of what is no more', count(*)::integer from lab_critical_calls c join lab_results r
      on r.id = c.result_id where c.closed_at is null and not r.is_current`.execute(clinic.db)
  return rows.filter(({ broken }) => broken > 0)
}

test('whatever several people do with samples, requests and results at the same time, every test has its sample and its charge', async () => {
  const edta = await specimenOf(clinic.db, 'EDTA')
  const add1 = await lab.test({ code: 'ADD1' })
  const add2 = await lab.test({ code: 'ADD2', specimen_id: edta })
  const sum = await lab.test({ code: 'SUM', kind: 'calculated', formula: 'ADD1 + ADD2', decimals: 0 })
  const other = await lab.test({ code: 'OTHER', specimen_id: edta })
  await aRange(clinic.db, add1, { high: '50', high_critical: '80' })
  const item = await anItem(clinic.db, '600.00', { category: 'laboratory' })
  const profile = await aLabProfile(clinic.db, [add1, add2, sum], { item_id: item.id })
  const first = await lab.ask([add1, sum, other])
  const { process } = first
  const people = [lab.manager, lab.technician, lab.desk, lab.doctor]
  const seed = Date.now() % 100_000
  const pick = random(seed)
  const one = <T>(from: readonly T[]) => from[pick(from.length)]!

  const now = async () => {
    const requests = await sql<{ id: number }>`select id from lab_test_requests where process_id = ${process}`.execute(clinic.db)
    const tests = await sql<{
      id: number
    }>`select n.id from lab_test_request_panels n where n.cancelled_at is null or n.id % 7 = 0`.execute(clinic.db)
    const samples = await sql<{
      id: number
    }>`select id from lab_samples where process_id = ${process} and state not in ('rejected', 'cancelled') or id % 9 = 0`.execute(clinic.db)
    return [requests, tests, samples].map(({ rows }) => rows.map(({ id }) => id)) as [number[], number[], number[]]
  }
  const action = (by: Person, [requests, tests, samples]: [number[], number[], number[]]) => {
    const what = pick(100)
    const id = one(tests.length ? tests : [1])
    const sample = one(samples.length ? samples : [1])
    const patch = (body: object) => by.call('PATCH', `/lab/patient-samples/${sample}/`, body)
    if (what < 8) return by.call('POST', '/lab/lab-test-requests/', { process, profiles: [{ profile: profile.id, repeat: pick(2) === 0 }], panels: [{ test_panel: other.id, repeat: true }] }) // prettier-ignore
    if (what < 14) return by.call('POST', '/lab/lab-test-requests-panel/', { lab_test_request: one(requests), test_panel: one([add1, add2, sum, other]).id }) // prettier-ignore
    if (what < 34) return by.call('POST', '/lab/patient-samples/moves/', { samples: [...new Set([sample, one(samples.length ? samples : [1])])].map((s) => ({ id: s })), to: 'collected' }) // prettier-ignore
    if (what < 37) return patch({ is_sample_collected: false })
    if (what < 40) return patch({ received: true })
    if (what < 48) return patch({ rejected: true, reason: 'Clotted', recollect: pick(3) > 0 })
    if (what < 70) return lab.enter([...new Set(tests.filter(() => pick(3) === 0).slice(0, 4).concat(id))].map((request_panel) => ({ request_panel, result: String(pick(100)) })), by) // prettier-ignore
    if (what < 82) return lab.approve([...new Set([id, one(tests.length ? tests : [1])])], by)
    if (what < 85) return lab.amend(id, String(pick(100)), {}, by)
    if (what < 90) return lab.withdraw(id, by)
    if (what < 98) return by.call('PATCH', `/lab/lab-test-requests-panel/${id}/`, { cancelled: true, reason: 'Not needed' })
    return by.call('PATCH', `/lab/lab-test-requests/${one(requests)}/`, { cancelled: true, reason: 'Not needed' })
  }
  const done = new Map<number, number>()
  for (let round = 0; round < 40; round++) {
    const current = await now()
    const replies = await Promise.all(people.map((by) => action(by, current)))
    for (const { status, text } of replies) {
      expect([200, 201, 400, 403, 409], `${seed}: ${text}`).toContain(status)
      done.set(status, (done.get(status) ?? 0) + 1)
    }
    expect(await faults(), `seed ${seed}, round ${round}`).toEqual([])
  }
  // It was not refused throughout.
  expect(done.get(200)).toBeGreaterThan(2)
})
