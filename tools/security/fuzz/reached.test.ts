import { expect, test } from 'vitest'
import { getPatient, listPatients } from '#features/patients/contract.ts'
import { openReached } from './reached.ts'

test('a run in which everybody is refused is none', () => {
  const reached = openReached()
  const ask = (endpoint: typeof getPatient | typeof listPatients, status: number, times: number) => {
    for (let n = 0; n < times; n += 1) reached.note(endpoint, status)
  }
  ask(getPatient, 404, 900)
  ask(listPatients, 403, 29)
  expect(reached.faults()).toEqual([])
  ask(listPatients, 403, 71)
  expect(reached.never()).toEqual(['GET /patients/patients/{id}/', 'GET /patients/patients/'])
  expect(reached.faults()).toEqual([
    'Of all requests 0 % had success, not 20 % or more',
    'GET /patients/patients/ had no success in 100 requests',
  ])
  ask(listPatients, 200, 300)
  expect(reached.faults()).toEqual([])
})
