import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockOpenVisit } from '#features/attendance/index.ts'
import { chargeOrder } from '#features/charges/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { createLabTestRequest } from '../contract.ts'
import { findGroup } from './queries.ts'

type Input = ParsedOf<typeof createLabTestRequest>['body']
type Panels = Input['panels']

interface Known {
  id: number
  is_requested: boolean
}
/** Those of the items that are tests in use, and whether this visit has them already. */
const findTests = async (db: Db, process: number, panels: Panels) => {
  const items = panels.map(({ test_panel }) => test_panel)
  const { rows } = await sql<Known>`
    select t.id, exists (
      select from lab_test_requests q join lab_test_request_panels n on n.lab_test_request_id = q.id
      where q.process_id = ${process} and n.item_id = t.id and n.cancelled_at is null) as is_requested
    from items t where t.id = any(${items}::integer[]) and t.category = 'laboratory' and t.is_active`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is wrong with the tests that are named, each by its place. */
const findMisfits = (panels: Panels, tests: ReadonlyMap<number, Known>) => {
  const errors: FieldErrors = {}
  const named = new Set<number>()
  for (const [index, { test_panel, repeat }] of panels.entries()) {
    const test = tests.get(test_panel)
    const at = `panels.${index}.test_panel`
    if (!test) errors[at] = ['Choose a laboratory test that is in use.']
    else if (named.has(test_panel)) errors[at] = ['Name each test once.']
    else if (test.is_requested && !repeat) errors[at] = ['This visit has this test already.']
    named.add(test_panel)
  }
  return errors
}

/**
 * Requests tests in an open visit and charges each, all or nothing; answers the request's id. 400 names every test that
 * does not fit, 409 for a visit that is over. Two at once wait for each other at the visit.
 */
export const requestTests = async (db: Db, { process, note = null, panels }: Input, by: number, now: Date) => {
  const group = await findGroup(db, process)
  if (!group) throw fieldError('process', 'There is no such visit.')
  const visit = await lockOpenVisit(db, group.visit_id)
  const misfits = findMisfits(panels, await findTests(db, process, panels))
  if (Object.keys(misfits).length > 0) throw invalidInput(misfits)
  const { id } = await db
    .insertInto('lab_test_requests')
    .values({ process_id: process, patient_id: visit.patient_id, note, requested_at: now, requested_by: by })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('lab_test_request_panels')
    .values(panels.map(({ test_panel }) => ({ lab_test_request_id: id, item_id: test_panel })))
    .returning(['id', 'item_id'])
    .execute()
  await chargeOrder(
    db,
    visit.id,
    rows.map((row) => ({ kind: 'laboratory', id: row.id, item: row.item_id })),
    by,
    now,
  )
  return id
}
