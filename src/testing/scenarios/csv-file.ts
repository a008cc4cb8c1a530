import { expect } from 'vitest'
import type { Person, TestClinic } from '../clinic.ts'

/** Sends a file to `<path>/import/` the way a browser does. */
export const sendCsv = async <Report>(
  clinic: TestClinic,
  person: Person,
  path: string,
  file: string | Buffer,
  { dry = false, more = {} }: { dry?: boolean; more?: Record<string, string> } = {},
) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(more)) form.append(name, value)
  if (dry) form.append('dry_run', 'true')
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type: 'text/csv' }), 'table.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const reply = await clinic.app.inject({
    method: 'POST',
    url: `${path}/import/`,
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${person.token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, json: () => reply.json<Record<string, string[]>>(), report: reply.json<Report>() }
}

/** The bytes of `<path>/export/`. */
export const fetchCsv = async (clinic: TestClinic, person: Person, path: string) => {
  const reply = await clinic.app.inject({ method: 'GET', url: `${path}/export/`, headers: { authorization: `Bearer ${person.token}` } })
  expect(reply.statusCode, reply.body).toBe(200)
  return { bytes: reply.rawPayload, text: reply.rawPayload.toString('utf8'), headers: reply.headers }
}
