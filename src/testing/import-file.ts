import type { Person, TestClinic } from './clinic.ts'

/** Sends a file to be imported the way a browser does. */
export const sendImport = async (clinic: Pick<TestClinic, 'app'>, person: Pick<Person, 'token'>, kind: string, file: string | Buffer) => {
  const form = new FormData()
  form.append('kind', kind)
  form.append('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)], { type: 'text/csv' }), 'old system.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const reply = await clinic.app.inject({
    method: 'POST',
    url: '/imports/',
    headers: { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${person.token}` },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return { status: reply.statusCode, text: reply.body, json: <T>() => reply.json<T>() }
}
