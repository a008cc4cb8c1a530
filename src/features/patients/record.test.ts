import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { fieldNames, having } from '#shared/record.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { mergeFields, mergedColumns } from './contract-merge.ts'
import { PatientProfile } from './contract.ts'
import { patientFields, type PatientFieldName, plainNames } from './record.ts'
import { imported } from './server/by-file/cells.ts'
import { patientImportColumns } from './server/by-file/columns.ts'
import { findPatientCells } from './server/by-file/export.ts'
import { readPatient } from './server/by-file/read-patient.ts'

// A declared field that one of its uses forgets fails here under its name.
type Values = Partial<Record<PatientFieldName, unknown>>
type Row = Record<string, unknown>

let clinic: TestClinic
let officer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

let made = 0
/** A value for every field, another one each time. */
const filled = (): Values => {
  made += 1
  const values: Values = {}
  for (const name of fieldNames(patientFields)) {
    const { type, choices = [] } = patientFields[name] as { type: string; choices?: readonly string[] }
    values[name] =
      type === 'choice'
        ? choices[made % 2]
        : type === 'yes'
          ? false
          : type === 'day'
            ? `19${50 + made}-04-12`
            : type === 'phone'
              ? `+2547120001${String(made).padStart(2, '0')}`
              : type === 'email'
                ? `one${made}@clinic.example`
                : `Said ${String.fromCharCode(64 + made)} ${name.replaceAll('_', ' ')}`
  }
  return values
}
const register = async (values: Values) => {
  const reply = await officer.call('POST', '/patients/patients/', { ...values, not_a_duplicate: true })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Row & { id: number; version: number }>()
}
const read = async (id: number) => (await officer.call('GET', `/patients/patients/${id}/`)).json<Row & { version: number }>()
const partOf = (row: Row, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]))

/** Columns that the desk does not enter: numbers, states, and what is derived. */
const own = [
  'id',
  'unique_id',
  'user_id',
  'created_at',
  'created_by',
  'deactivated_at',
  'deactivated_by',
  'deactivation_reason',
  'last_visit_at',
  'merged_into',
  'search_name',
  'sort_name',
  'source',
  'version',
]

test('every column of patients is a declared field or one of the server’s, and every field is a column', async () => {
  const columns = await asOwner(clinic.ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'patients'::regclass and attnum > 0 and not attisdropped`,
    )
    return rows.map(({ name }) => name)
  })
  expect(columns.toSorted()).toEqual([...own, ...fieldNames(patientFields)].toSorted())
})

test('every field is kept when a patient is registered, answered, changed and answered again', async () => {
  const values = filled()
  const { id } = await register(values)
  expect(await read(id)).toMatchObject(values)
  const others = filled()
  const changed = await officer.call('PUT', `/patients/patients/${id}/`, { ...others, version: 1, not_a_duplicate: true })
  expect([changed.status, changed.json()]).toMatchObject([200, others])
  expect(await read(id)).toMatchObject(others)
})

test('lists and searches answer the fields that are declared as listed, and no others', async () => {
  const values = filled()
  const { id } = await register(values)
  const [row] = (await officer.call('GET', `/patients/patients/?patient_id=${id}`)).json<Row[]>()
  expect(row).toMatchObject(partOf(values, fieldNames(having(patientFields, 'listed', true))))
  for (const name of fieldNames(having(patientFields, 'listed', false))) expect(row).not.toHaveProperty(name)
})

test.each(fieldNames(having(patientFields, 'filter', true)))('lists are narrowed by %s', async (name) => {
  const [one, other] = [await register(filled()), await register(filled())]
  expect(one[name]).not.toEqual(other[name])
  const found = (await officer.call('GET', `/patients/patients/?limit=100&${name}=${String(one[name])}`)).json<Row[]>()
  expect(found.map(({ id }) => id)).toContain(one.id)
  expect(found.map(({ id }) => id)).not.toContain(other.id)
})

const merge = async (from: number, into: number, take: readonly string[]) => {
  const preview = (await officer.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{
    seen: string
    differs: string[]
    into: { unique_id: string }
  }>()
  const sent = { from, into, seen: preview.seen, take, typed_number: preview.into.unique_id }
  const reply = await officer.call('POST', '/patients/merges/', sent)
  expect(reply.status, reply.text).toBe(201)
  return { id: reply.json<{ id: number }>().id, differs: preview.differs }
}

describe('a merge', () => {
  test('offers every field that differs', async () => {
    const [from, into] = [await register({ ...filled(), gender: 'male' }), await register({ ...filled(), gender: 'female' })]
    expect((await merge(from.id, into.id, [])).differs.toSorted()).toEqual([...mergeFields].toSorted())
  })

  test.each(mergeFields)('takes over %s, nothing else, and an undo puts it back', async (field) => {
    const [from, into] = [await register({ ...filled(), gender: 'male' }), await register({ ...filled(), gender: 'female' })]
    const { id } = await merge(from.id, into.id, [field])
    const columns = mergedColumns([field])
    expect(columns.length).toBeGreaterThan(0)
    const names = fieldNames(patientFields)
    const rest = names.filter((name) => !columns.includes(name))
    expect(await read(into.id)).toMatchObject({ ...partOf(from, columns), ...partOf(into, rest) })
    expect((await officer.call('POST', `/patients/merges/${id}/undo/`, {})).status).toBe(200)
    expect(partOf(await read(into.id), names)).toEqual(partOf(into, names))
    expect(partOf(await read(from.id), names)).toEqual(partOf(from, names))
  })

  test('keeps a change that was made after the merge when the merge is undone', async () => {
    const [from, into] = [await register({ ...filled(), gender: 'male' }), await register({ ...filled(), gender: 'male' })]
    const { id } = await merge(from.id, into.id, ['phone', 'occupation'])
    const { version } = await read(into.id)
    const body = { ...partOf(into, fieldNames(patientFields)), phone: from['phone'], occupation: 'Baker', version, not_a_duplicate: true }
    const change = await officer.call('PUT', `/patients/patients/${into.id}/`, body)
    expect(change.status, change.text).toBe(200)
    expect((await officer.call('POST', `/patients/merges/${id}/undo/`, {})).status).toBe(200)
    expect(await read(into.id)).toMatchObject({ phone: into['phone'], occupation: 'Baker' })
  })

  test('copies no number, account or state of a record, whatever is named', async () => {
    const [from, into] = [await register(filled()), await register(filled())]
    for (const column of own.filter((name) => name !== 'search_name' && name !== 'sort_name')) {
      const copied = asOwner(clinic.ownerUrl, (client) =>
        client.query('select copy_patient_columns($1, to_jsonb(p), $3) from patients p where p.id = $2', [into.id, from.id, [column]]),
      )
      await expect(copied, column).rejects.toThrow('These columns stay with their record')
    }
  })
})

test('every field that is imported has a column, goes out in an export, and comes in again', async () => {
  const values = filled()
  const { id } = await register(values)
  const [row] = await findPatientCells(clinic.db, clinic.clock.now, { after: id - 1, limit: 1 })
  const names = fieldNames(imported)
  expect(partOf(row!.cells, names)).toEqual(partOf(values, names))
  const columns = patientImportColumns.map(({ name }) => name)
  const renamed = Object.values(patientFields).flatMap(({ imported: column }) => (typeof column === 'string' ? [column] : []))
  for (const name of [...names, ...renamed]) {
    expect(columns).toContain(name)
    expect(row!.cells).toHaveProperty(name)
  }
  const taken = readPatient(partOf(row!.cells, names), new Map(), false)
  expect(taken).toMatchObject({ patient: partOf(values, names) })
})

test('patients change the fields that are declared as theirs, in the database too, and no others', async () => {
  const account = await clinic.signedInFrom('Patient', 'patient')
  const { id } = await aPatient(clinic.db, { user_id: account.id })
  const values = filled()
  for (const name of fieldNames(patientFields)) {
    const { version } = await read(id)
    const reply = await account.call('PATCH', '/portal/profile/', { [name]: values[name], version })
    if (patientFields[name].own === 'write') expect([name, reply.status, reply.json<Row>()[name]]).toEqual([name, 200, values[name]])
    else expect([name, reply.status]).toEqual([name, 400])
  }
})

test('a restricted record shows a line of its name and number in lists, whatever else is declared as listed', async () => {
  const values = filled()
  const { id } = await register(values)
  const nurse = await clinic.signedInAs(['patients.view'])
  expect((await officer.call('POST', `/patients/patients/${id}/restriction/`, { reason: 'Requested' })).status).toBeLessThan(300)
  const [row] = (await nurse.call('GET', `/patients/patients/?patient_id=${id}`)).json<Row[]>()
  const found =
    row ??
    (await nurse.call('GET', `/patient/search/?q=${encodeURIComponent(String(values.first_name))}`))
      .json<Row[]>()
      .find((one) => one['id'] === id)!
  for (const name of fieldNames(having(patientFields, 'listed', true)))
    if (patientFields[name].merge === 'names') expect(found[name], name).toEqual(values[name])
    else expect([null, false, 'unknown'], name).toContain(found[name])
})

test('the plain fields are texts, and filters are words or texts: the others are not drawn, read from files or asked for in an address', () => {
  const texts = ['text', 'phone', 'email']
  for (const name of plainNames) expect(texts, name).toContain(patientFields[name].type)
  for (const [name, { type }] of Object.entries(having(patientFields, 'filter', true))) expect([...texts, 'choice'], name).toContain(type)
})

test('the profile of the portal has the fields that are declared as the patient’s', () => {
  for (const name of fieldNames(patientFields))
    expect([name, name in PatientProfile.shape]).toEqual([name, patientFields[name].own !== (false as unknown)])
})

test('the download of a record has the fields that are declared as the patient’s', async () => {
  const account = await clinic.signedInFrom('Patient', 'patient')
  const values = filled()
  await aPatient(clinic.db, { ...values, user_id: account.id } as never)
  const { patient } = (await account.call('GET', '/portal/data/')).json<{ patient: Row }>()
  for (const name of fieldNames(patientFields)) {
    if (patientFields[name].own === (false as unknown)) expect(patient).not.toHaveProperty(name)
    else expect(patient[name], name).toEqual(values[name])
  }
})
