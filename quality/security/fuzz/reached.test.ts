import { expect, test } from 'vitest'
import { getPatient, listPatients } from '#features/patients/contract.ts'
import { openReached } from './reached.ts'

test('a run in which everybody is refused is none', () => {
  const reached = openReached()
  const ask = (endpoint: typeof getPatient | typeof listPatients, status: number, times: number, who = 'nobody') => {
    for (let n = 0; n < times; n += 1) reached.note(endpoint, who, status)
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
  ask(listPatients, 200, 300, 'Doctor')
  ask(listPatients, 403, 300, 'Nurse')
  expect(reached.shares()).toEqual(['Doctor 100 %', 'Nurse 0 %'])
  expect(reached.faults()).toEqual(['Of the requests of Nurse 0 % had success'])
})
