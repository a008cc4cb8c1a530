import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { asOwner } from '#platform/db/owner.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import type { getWorkspace } from './contract.ts'

type Workspace = ResponseOf<typeof getWorkspace>

let clinic: TestClinic
let desk: Person
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

const read = async (person: Person, patient: number) => {
  const reply = await person.call('GET', `/patients/patients/${patient}/workspace/`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Workspace>()
}

describe('the workspace', () => {
  test('holds everything of the open visit, one’s own draft apart from the notes of others', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const visit = await aVisitWithOrders(desk, patient)
    const other = await clinic.signedInFrom('Doctor', 'doctor')
    const item = await anItem(clinic.db, '500.00', { category: 'laboratory' })
    const { id: test } = await aLabPanel(clinic.db, { item_id: item.id })
    for (const [person, complaint] of [
      [doctor, 'Mine'],
      [other, 'Theirs'],
    ] as const) {
      const reply = await person.call('POST', '/patients/consultations/', { attendance_process: visit.id, complaint })
      expect(reply.status, reply.text).toBe(201)
    }
    await doctor.call('POST', '/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: test }] })
    await doctor.call('POST', '/patients/referrals/', { attendance_process: visit.id, provider: 'County hospital', note: 'X-ray' })
    await doctor.call('POST', `/patients/patients/${patient}/problems/`, { title: 'Asthma' })
    const workspace = await read(doctor, patient)
    expect(workspace).toMatchObject({
      visit: { id: visit.id },
      triage: { visit: visit.id },
      draft: { complaint: 'Mine' },
      notes: [{ complaint: 'Theirs' }],
      problems: [{ title: 'Asthma' }],
      medicines: [],
      prescription: { visit: visit.id, prescribed_drugs: [] },
      tests: [{ panels: [{ test_panel: test }] }],
      referrals: [{ provider: 'County hospital' }],
    })
    expect(workspace.timeline.rows.map(({ kind }) => kind).toSorted()).toEqual([
      'laboratory',
      'note',
      'note',
      'problem',
      'referral',
      'visit',
    ])
  })

  test('of a patient who is not in the house holds the record alone', async () => {
    const { id } = await aPatient(clinic.db)
    expect(await read(doctor, id)).toMatchObject({ visit: null, draft: null, notes: [], prescription: null, tests: null, problems: [] })
    expect((await doctor.call('GET', '/patients/patients/999999/workspace/')).status).toBe(404)
  })

  test('leaves out what the caller may not read', async () => {
    const { id } = await aPatient(clinic.db)
    await aVisitWithOrders(desk, id)
    await doctor.call('POST', '/patients/consultations/', { patient: id, complaint: 'Cough' })
    const records = await clinic.signedInAs(['consultations.view', 'attendance.view'], 'records')
    expect(await read(records, id)).toMatchObject({ triage: null, prescription: null, tests: null, referrals: null, medicines: null })
    const notesAlone = await clinic.signedInAs(['consultations.view'], 'records')
    expect(await read(notesAlone, id)).toMatchObject({ visit: null, triage: null, notes: [{ complaint: 'Cough' }] })
  })

  test('of a patient with 500 visits, each with a note, answers its page and no more', async () => {
    const { id } = await aPatient(clinic.db)
    await asOwner(clinic.ownerUrl, async (client) => {
      await client.query(
        `with v as (
          insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
          select 'W-' || n, $1, 'Fever', 'complete', t, t, t from generate_series(1, 500) n, lateral (select timestamptz '2020-01-01' + n * interval '4 days') x (t)
          returning id, created_at
        )
        insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by, signed_at, signed_by)
        select id, $1, $2, 'Cough', created_at, created_at, $2, created_at, $2 from v`,
        [id, doctor.id],
      )
    })
    const visit = await aVisitWithOrders(desk, id)
    const workspace = await read(doctor, id)
    expect(workspace.visit?.id).toBe(visit.id)
    expect(workspace.timeline.rows).toHaveLength(40)
    expect(workspace.timeline.next).not.toBeNull()
    const more = await doctor.call('GET', `/patients/patients/${id}/timeline/?limit=100&cursor=${workspace.timeline.next}`)
    expect(more.json<unknown[]>()).toHaveLength(100)
  })
})
