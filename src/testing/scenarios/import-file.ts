import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Import, ImportRow } from '#features/imports/contract.ts'
import { workOn } from '#features/imports/server/work.ts'
import type { Person, TestClinic } from '../clinic.ts'

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

/** The heading from which each column is read. */
export const columnsOf = ({ mapping, headings }: Pick<Import, 'mapping' | 'headings'>) =>
  Object.fromEntries(mapping.map(({ column, place }) => [column, headings[place]]))

/** Somebody who brings files in and takes them out, with the work done at once rather than by the job. */
export const importer = (clinic: TestClinic, person: Person) => {
  const context = (signal = new AbortController().signal, publish: () => void = () => {}) => ({
    db: clinic.db,
    now: clinic.clock.now,
    files: clinic.files,
    publish,
    signal,
  })
  /** Does what was queued, and takes it out of the queue. */
  const workNow = async (id: number) => {
    await workOn(context(), id)
    await sql`delete from pgboss.job where name = 'imports'`.execute(clinic.db)
  }
  const read = async (id: number) => (await person.call('GET', `/imports/${id}/`)).json<Import>()
  const action = async (id: number, name: 'run' | 'undo') => {
    const reply = await person.call('POST', `/imports/${id}/${name}/`, {})
    expect(reply.status, reply.text).toBe(202)
    await workNow(id)
    return read(id)
  }
  const sent = async (kind: string, file: string | Buffer) => {
    const reply = await sendImport(clinic, person, kind, file)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<Import>()
  }
  const check = async ({ id, mapping }: Pick<Import, 'id' | 'mapping'>, more: object = {}) => {
    const reply = await person.call('POST', `/imports/${id}/check/`, { mapping, ...more })
    expect(reply.status, reply.text).toBe(202)
    await workNow(id)
    return read(id)
  }
  const checked = async (kind: string, file: string | Buffer) => check(await sent(kind, file))
  return {
    context,
    workNow,
    read,
    sent,
    check,
    checked,
    run: (id: number) => action(id, 'run'),
    undo: (id: number) => action(id, 'undo'),
    imported: async (kind: string, file: string | Buffer) => action((await checked(kind, file)).id, 'run'),
    /** Rows in a state, each with what is wrong with it. */
    reported: async (id: number, state: string) =>
      (await person.call('GET', `/imports/${id}/rows/?state=${state}&limit=50`))
        .json<ImportRow[]>()
        .map(({ id: row, problems }) => [
          row,
          ...problems.map(({ column, message }) => (column === '' ? message : `${column}: ${message}`)),
        ]),
    /** Rows with a problem or a note, each with its problems and its notes. */
    problems: async (id: number) =>
      (await person.call('GET', `/imports/${id}/problems/?limit=50`))
        .json<ImportRow[]>()
        .map(({ id: row, problems, notes }) => [
          row,
          ...problems.map(({ column, message }) => `${column}! ${message}`),
          ...notes.map(({ column, text, message }) => `${column} ${text}: ${message}`).toSorted(),
        ]),
    taken: async (kind: string) => {
      const reply = await person.call('GET', `/imports/kinds/${kind}/export/`)
      expect(reply.status, reply.text).toBe(200)
      return reply.text
    },
  }
}
