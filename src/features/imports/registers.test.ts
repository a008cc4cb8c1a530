import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { columnsOf, importer } from '../../testing/scenarios/import-file.ts'
import { aStore } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let files: ReturnType<typeof importer>
beforeAll(async () => {
  clinic = await openTestClinic()
  files = importer(clinic, await clinic.signedInFrom('System administrator', 'sysadmin'))
})
afterAll(() => clinic.close())

const registers = join(import.meta.dirname, '../../../testdata/imports')
const registerOf = (name: string) => readFileSync(join(registers, name))

/** Each register with the headings of one that is in use somewhere: what is recognised, and how many of its rows are taken. */
test.each<[string, string, Record<string, string>, number, number]>([
  [
    'patients',
    'county-register.csv',
    {
      old_number: 'UNIQUE PATIENT No.',
      full_name: "PATIENT'S FULL NAME",
      gender: 'SEX (M/F)',
      date_of_birth: 'D.O.B',
      phone: 'TEL. CONTACT',
      residence: 'VILLAGE/ESTATE',
      kin_name: 'NEXT OF KIN',
      kin_phone: 'NEXT OF KIN CONTACT',
    },
    5,
    5,
  ],
  [
    'patients',
    'dental-export.csv',
    {
      old_number: 'patient_id',
      first_name: 'fist_name',
      second_name: 'last_name',
      date_of_birth: 'DOB',
      age: 'age',
      gender: 'gender',
      phone: 'phone',
      email: 'email',
      residence: 'patients_address',
      kin_name: 'emergency_contact_name',
      kin_phone: 'emergency_contact_phone',
    },
    3,
    3,
  ],
  [
    'patients',
    'camel-case-export.csv',
    {
      old_number: 'PatientID',
      first_name: 'FirstName',
      second_name: 'LastName',
      date_of_birth: 'DateOfBirth',
      gender: 'Gender',
      residence: 'Address',
      phone: 'PhoneNumber',
    },
    3,
    3,
  ],
])('%s: %s is recognised and taken', async (kind, name, columns, rows, taken) => {
  const sent = await files.sent(kind, registerOf(name))
  expect(columnsOf(sent)).toMatchObject(columns)
  // The days of a register need not show their order: then somebody who knows it says it.
  const asked = await files.check(sent)
  const open = asked.date_orders.filter(({ basis }) => basis === 'assumed')
  const one =
    open.length === 0
      ? asked
      : await files.check(asked, { date_orders: open.map(({ column }) => ({ column, order: 'day first' as const })) })
  expect([one.rows, one.counts.new], JSON.stringify(await files.problems(one.id))).toEqual([rows, taken])
})

test.each<[string, string, string[]]>([
  [
    'problems',
    'N° dossier;Diagnostic;Code CIM;Statut;Date de début;Date de fin;Remarques',
    ['title', 'code', 'status', 'onset_on', 'resolved_on', 'note'],
  ],
  [
    'problems',
    'Namba ya mgonjwa;Ugonjwa;Hali;Tarehe ya kuanza;Tarehe ya kuisha;Maelezo',
    ['title', 'status', 'onset_on', 'resolved_on', 'note'],
  ],
  [
    'medicines',
    'N° dossier;Médicament;Posologie;Motif;Date de début;Date de fin',
    ['medicine', 'directions', 'reason', 'started_on', 'stopped_on'],
  ],
  [
    'medicines',
    'Namba ya mgonjwa;Dawa;Matumizi;Sababu;Tarehe ya kuanza;Tarehe ya kuacha',
    ['medicine', 'directions', 'reason', 'started_on', 'stopped_on'],
  ],
  [
    'allergies',
    'N° dossier;Allergies connues;Réaction;Gravité;Type d’allergie;Intolérance',
    ['substance', 'reaction', 'severity', 'category', 'is_intolerance'],
  ],
  ['allergies', 'Namba ya mgonjwa;Mzio;Dalili;Ukali;Aina ya mzio', ['substance', 'reaction', 'severity', 'category']],
  [
    'results',
    'N° dossier;Examen;Résultat;Unité;Date du résultat;Limite inférieure;Limite supérieure;Interprétation',
    ['test', 'result', 'unit', 'observed_on', 'low', 'high', 'flag'],
  ],
])('%s: the headings of %s are recognised', async (kind, head, columns) => {
  const { mapping } = await files.sent(kind, `${head}\n`)
  expect(mapping.toSorted((a, b) => a.place - b.place).map(({ column }) => column)).toEqual(['patient_number', ...columns])
})

test('a list of drugs and a count of their stock are recognised and taken, one after the other', async () => {
  await aStore(clinic.db, { name: 'Counted pharmacy' })
  const drugs = await files.sent('items', registerOf('drug-list.csv'))
  expect(columnsOf(drugs)).toEqual({
    code: 'Drug Code',
    generic_name: 'Generic Name',
    strength: 'Strength',
    form: 'Dosage Form',
    unit: 'Unit of Issue',
    price: 'Selling Price (KES)',
  })
  expect([drugs.heading_row, drugs.constants]).toEqual([3, [{ column: 'category', value: 'drug' }]])
  const listed = await files.run((await files.check(drugs)).id)
  expect(listed.counts, JSON.stringify(await files.problems(drugs.id))).toMatchObject({ created: 5, refused: 0 })

  const count = await files.sent('stock', registerOf('stock-count.csv'))
  expect(columnsOf(count)).toEqual({
    code: 'Item Code',
    name: 'Item Description',
    store: 'Location',
    lot: 'Batch No.',
    expiry: 'Expiry Date',
    quantity: 'Qty on Hand',
    unit_cost: 'Unit Cost',
  })
  expect([count.heading_row, count.ignored]).toEqual([2, ['Counted by']])
  const one = await files.run((await files.check(count)).id)
  // A count of nothing opens nothing.
  expect([one.counts.created, await files.problems(count.id)]).toEqual([4, [[7, 'quantity! Enter a whole number above zero.']]])
  const opened = await clinic.db
    .selectFrom('batches as b')
    .innerJoin('items as i', 'i.id', 'b.item_id')
    .select(['i.code', 'b.expires_on', 'b.unit_cost'])
    .where('i.code', 'in', ['AML5', 'AMX125S', 'DOX100', 'ORS', 'PCM500'])
    .orderBy('i.code')
    .execute()
  expect(opened.map(({ code, expires_on: day, unit_cost: cost }) => [code, day, Number(cost)])).toEqual([
    ['AML5', '2028-06-30', 2.5],
    ['AMX125S', '2028-03-31', 60],
    ['DOX100', '2028-01-31', 1.75],
    ['ORS', '2029-12-31', 8],
  ])
})
