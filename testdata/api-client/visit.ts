// A program of somebody else, written against types that were made from /schema/ alone: a patient comes, is seen and leaves.
import createClient from 'openapi-fetch'
import type { paths } from './types.ts'

const need = <T>({ data, error, response }: { data?: T; error?: unknown; response: Response }): T => {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${JSON.stringify(error)}`)
  return data as T
}

export const completeVisit = async (baseUrl: string, email: string, password: string) => {
  const client = createClient<paths>({ baseUrl })
  const tokens = need(await client.POST('/users/login', { body: { email, password } }))
  if (!('access' in tokens)) throw new Error('This account signs in in two steps.')
  const key = () => ({ 'Idempotency-Key': crypto.randomUUID() })
  client.use({
    onRequest: ({ request }) => {
      request.headers.set('authorization', `Bearer ${tokens.access}`)
      return request
    },
  })
  const patient = need(
    await client.POST('/patients/patients', {
      body: { first_name: 'First', second_name: 'Last', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true },
      params: { header: key() },
    }),
  )
  const visit = need(
    await client.POST('/patients/initiate-attendance-process', {
      body: { patient: patient.id, reason: 'Cough', track: 'triage' },
      params: { header: key() },
    }),
  )
  const triage = need(
    await client.PATCH('/patients/triage/{id}', {
      params: { path: { id: visit.triage ?? 0 } },
      body: { temperature: '37.2', pulse: 80, level: 4 },
    }),
  )
  const seen = need(
    await client.PATCH('/patients/initiate-attendance-process/{id}', {
      params: { path: { id: visit.id } },
      body: { track: 'doctor' },
    }),
  )
  const note = need(
    await client.POST('/patients/consultations', { body: { attendance_process: visit.id, note: 'Cough for three days, chest clear.' } }),
  )
  const signed = need(
    await client.POST('/patients/consultations/{id}/sign', { params: { path: { id: note.id } }, body: { version: note.version } }),
  )
  const closed = need(
    await client.PATCH('/patients/initiate-attendance-process/{id}', { params: { path: { id: visit.id } }, body: { track: 'complete' } }),
  )
  const visits = need(
    await client.GET('/patients/initiate-attendance-process', { params: { query: { patient_id: patient.id, count: 'true' } } }),
  )
  return { level: triage.level, track: seen.track, signedAt: signed.signed_at, end: closed.track, visits: visits.length }
}
