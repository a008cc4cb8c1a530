import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { columnsOf, importer } from '../../testing/scenarios/import-file.ts'
import type { Import, ImportRow } from './contract.ts'

let clinic: TestClinic
let boss: Person
let files: ReturnType<typeof importer>
beforeAll(async () => {
  clinic = await openTestClinic()
  boss = await clinic.signedInFrom('System administrator', 'sysadmin')
  files = importer(clinic, boss)
})
afterAll(() => clinic.close())

const uploaded = (kind: string, file: string | Buffer) => files.sent(kind, file)
const check = (one: Import, more: object = {}) => files.check(one, more)
const problemsOf = (id: number) => files.problems(id)
const newCells = async (id: number) =>
  (await boss.call('GET', `/imports/${id}/rows/?state=new&limit=50`)).json<ImportRow[]>().map(({ cells }) => cells)

describe('days', () => {
  test('are read in the one order that the whole column shows', async () => {
    const one = await check(
      await uploaded(
        'patients',
        'name,sex,dob\nAchieng Odhiambo,f,02/03/1967\nBaraka Mwangi,m,02/28/1967\nZawadi Kip,f,1990-04-22T21:00:00.000Z\n',
      ),
    )
    expect(one.date_orders).toMatchObject([{ column: 'date_of_birth', order: 'month first', basis: 'file' }])
    expect((await newCells(one.id)).map(({ date_of_birth: day }) => day)).toEqual(['1967-02-03', '1967-02-28', '1990-04-23'])
  })

  test('that contradict each other stop the check, and a person chooses; the other cells are left empty with a note', async () => {
    const sent = await uploaded('patients', 'name,sex,dob\nAnn One,f,28/02/1967\nBea Two,f,02/28/1967\nCyn Three,f,02/03/1967\n')
    const asked = await check(sent)
    expect([asked.state, asked.counts.new]).toEqual(['mapping', 0])
    expect(asked.problem).toContain('contradict each other')
    expect(asked.date_orders).toMatchObject([
      {
        basis: 'conflict',
        examples: [
          { row: 2, text: '28/02/1967' },
          { row: 3, text: '02/28/1967' },
          { row: 4, text: '02/03/1967' },
        ],
      },
    ])
    const chosen = await check(asked, { date_orders: [{ column: 'date_of_birth', order: 'day first' }] })
    expect([chosen.state, chosen.counts, chosen.noted]).toMatchObject(['checked', { new: 3, refused: 0 }, 1])
    expect(await problemsOf(chosen.id)).toEqual([[3, 'date_of_birth 02/28/1967: Left empty: Enter the date as 2026-12-31.']])
    expect((await newCells(chosen.id)).map(({ date_of_birth: day }) => day)).toEqual(['1967-02-28', undefined, '1967-03-02'])
  })

  test('whose order no cell shows stop the check as well: nothing is read until a person has chosen', async () => {
    const sent = await uploaded('patients', 'name,sex,dob\nDiana Open,f,02/03/1967\nEsau Open,m,04/05/1980\nFaida Open,f,1990-04-22\n')
    const asked = await check(sent)
    expect([asked.state, asked.rows, asked.counts.new, asked.problem]).toEqual([
      'mapping',
      0,
      0,
      'The dates in the file do not show whether the day or the month comes first: choose.',
    ])
    expect(asked.date_orders).toMatchObject([{ column: 'date_of_birth', basis: 'assumed', examples: [{ row: 2, text: '02/03/1967' }] }])
    expect((await boss.call('POST', `/imports/${asked.id}/run/`, {})).status).toBe(409)
    const chosen = await check(asked, { date_orders: [{ column: 'date_of_birth', order: 'month first' }] })
    expect([chosen.state, chosen.counts.new]).toEqual(['checked', 3])
    expect((await newCells(chosen.id)).map(({ date_of_birth: day }) => day)).toEqual(['1967-02-03', '1980-04-05', '1990-04-22'])
  })

  test('that an earlier version assumed are not imported without a decision', async () => {
    const one = await check(await uploaded('patients', 'name,sex,dob\nGabo Open,m,1990-04-22\n'))
    const assumed = { order: 'day first', basis: 'assumed', examples: [{ row: 2, text: '02/03/1967', order: 'either' }] }
    await clinic.db
      .updateTable('imports')
      .set({ date_orders: JSON.stringify({ date_of_birth: assumed }) })
      .where('id', '=', one.id)
      .execute()
    const run = await boss.call('POST', `/imports/${one.id}/run/`, {})
    expect([run.status, run.text]).toEqual([409, expect.stringContaining('choose')])
  })

  test('as the same value for all rows can be read in one way alone', async () => {
    const sent = await uploaded('patients', 'name,sex\nHeri Constant,m\n')
    const asked = (value: string) =>
      boss.call('POST', `/imports/${sent.id}/check/`, { mapping: sent.mapping, constants: [{ column: 'date_of_birth', value }] })
    const refused = await asked('03/04/1990')
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('can be read in two ways')])
    expect((await asked('23/04/1990')).status).toBe(202)
  })

  test('as the same value stay the day that was checked, whatever order the cells of the column show', async () => {
    const sent = await uploaded('patients', 'name,sex,dob\nImani Column,f,12/25/1983\nJabali Constant,m,\n')
    const one = await check(sent, { constants: [{ column: 'date_of_birth', value: '3.4.1990' }] })
    await files.run(one.id)
    const born = await clinic.db
      .selectFrom('patients')
      .select('date_of_birth')
      .where('second_name', 'in', ['Column', 'Constant'])
      .orderBy('id')
      .execute()
    expect(born.map(({ date_of_birth: day }) => day)).toEqual(['1983-12-25', '1990-04-03'])
  })

  test('and other optional cells that cannot be read never reject a patient; the notes stay with the imported row', async () => {
    const file = [
      'OPD No,Names,Sex,DOB,Phone,E-mail,National ID,Scheme,Member No',
      'D1,Pili Juma,F,N/A,none,-,N/A,,',
      'D2,Rehema Ali,F,sometime,071,not an address,N/A,No such fund,44',
      'D3,Saidi Omar,M,12 Machi 67,,,,,',
      'D4,Tumaini Joel,M,24531,,,,,',
      'D5,Upendo Petro,F,1967,,,,,',
      'D6,Vumilia John,F,01/01/1850,,,,,',
    ].join('\n')
    const one = await check(await uploaded('patients', file))
    expect([one.counts, one.noted]).toMatchObject([{ new: 6, refused: 0, duplicate: 0 }, 6])
    await files.run(one.id)
    const reported = Object.fromEntries((await problemsOf(one.id)).map(([row, ...words]) => [row, words]))
    expect(reported[2]).toEqual([
      'date_of_birth N/A: Left empty.',
      'email -: Left empty.',
      'national_id N/A: Left empty.',
      'phone none: Left empty.',
    ])
    expect(reported[3]).toContain('insurance No such fund: Left empty: Insurance company not found or inactive.')
    expect(reported[4]).toEqual(['date_of_birth 12 Machi 67: “12 machi 67” has a two-digit year: read as 1967-03-12.'])
    expect(reported[6]).toEqual(['date_of_birth 1967: “1967” is only a year: kept as an estimate.'])
    expect(reported[7]?.[0]).toContain('Left empty: Enter a date of birth between 1900 and today.')
    const kept = await clinic.db
      .selectFrom('patients')
      .select(['first_name', 'date_of_birth', 'is_birth_date_estimated'])
      .where('first_name', 'in', ['Pili', 'Rehema', 'Saidi', 'Tumaini', 'Upendo', 'Vumilia'])
      .orderBy('id')
      .execute()
    expect(kept.map(({ date_of_birth: day }) => day)).toEqual([null, null, '1967-03-12', '1967-02-28', '1967-07-01', null])
    expect(kept[4]?.is_birth_date_estimated).toBe(true)
    const again = await check(await uploaded('patients', file))
    expect(again.counts).toMatchObject({ new: 0, same: 6, refused: 0 })
  })
})

describe('files as they are', () => {
  test('have titles above the heading, another encoding, columns that are not imported, and none for the sex', async () => {
    const text =
      "Hôpital de la Paix;;;\nRegistre des patients 2026;;;\n\nN° dossier;Nom et prénoms;Téléphone;Groupe sanguin\nK1;Kouamé Aïssata;0711000011;A+\nK2;N'Guessan Hervé;0711000012;O-\n"
    const sent = await uploaded('patients', Buffer.from(text, 'latin1'))
    expect([sent.encoding, sent.heading_row, sent.ignored]).toEqual(['windows-1252', 4, ['Groupe sanguin']])
    expect(columnsOf(sent)).toEqual({ old_number: 'N° dossier', full_name: 'Nom et prénoms', phone: 'Téléphone' })
    const missing = await boss.call('POST', `/imports/${sent.id}/check/`, { mapping: sent.mapping })
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('gender')])
    const wrong = await boss.call('POST', `/imports/${sent.id}/check/`, {
      mapping: sent.mapping,
      constants: [{ column: 'gender', value: 'x' }],
    })
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining('constants')])
    const one = await check(sent, { constants: [{ column: 'gender', value: 'unknown' }] })
    expect(one.counts).toMatchObject({ new: 2, refused: 0 })
    expect((await newCells(one.id))[0]).toMatchObject({ full_name: 'Kouamé Aïssata', gender: 'unknown' })
  })

  test('have their heading as far down as row 50', async () => {
    const titles = Array.from({ length: 49 }, (_, n) => `Page ${n + 1} of the register`)
    const sent = await uploaded('patients', [...titles, 'name,sex,dob', 'Lulu Chini,f,1990-04-22'].join('\n'))
    expect([sent.heading_row, sent.headings]).toEqual([50, ['name', 'sex', 'dob']])
    expect((await boss.call('GET', `/imports/${sent.id}/sample/`)).json<string[][]>()[50]).toEqual(['Lulu Chini', 'f', '1990-04-22'])
    expect((await check(sent)).counts.new).toBe(1)
  })

  test('are read anew with another encoding or another heading', async () => {
    const sent = await uploaded('patients', Buffer.from('Register of clients\nname,sex\nKouam\u00e9,f\n', 'latin1'))
    expect(sent.heading_row).toBe(2)
    const read = async (body: object) => boss.call('PUT', `/imports/${sent.id}/reading/`, body)
    expect((await read({ encoding: 'macintosh' })).json<Import>()).toMatchObject({ encoding: 'macintosh', heading_row: 2 })
    expect((await boss.call('GET', `/imports/${sent.id}/sample/`)).json<string[][]>()[2]).toEqual(['KouamÈ', 'f'])
    expect((await read({ encoding: 'utf-8' })).status).toBe(400)
    expect((await read({ heading_row: 40 })).status).toBe(400)
    const first = (await read({ encoding: 'windows-1252', heading_row: 1 })).json<Import>()
    expect([first.headings, first.mapping]).toEqual([['Register of clients'], []])
    const checked = await check((await read({ encoding: 'windows-1252' })).json<Import>())
    await files.run(checked.id)
    expect((await read({ encoding: 'windows-1252' })).status).toBe(409)
  })

  test('have one column for one field, unless a person says so', async () => {
    const sent = await uploaded('patients', 'name,sex,contact\nAnn Uno,f,0711000021\n')
    expect(columnsOf(sent)).toEqual({ full_name: 'name', gender: 'sex', phone: 'contact' })
    const both = [...sent.mapping, { column: 'kin_phone', place: 2 }]
    const refused = await boss.call('POST', `/imports/${sent.id}/check/`, { mapping: both })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('phone and kin_phone')])
    const one = await check(sent, { mapping: both.map((column) => (column.place === 2 ? { ...column, is_shared: true } : column)) })
    expect(one.counts.new).toBe(1)
  })

  test('of drugs hold one item for each strength and form, without a category too, and each can be prescribed', async () => {
    const file =
      'Generic Name,Strength,Dosage Form,Class,Unit Price\nAmoxicillin,250 mg,Tablet,Antibiotics,2\nAmoxicillin,250 mg,Capsule,Antibiotics,3\nAmoxicillin,500 mg,Capsule,N/A,4\nAmoxicillin,250mg,capsules,,5\n'
    const sent = await uploaded('items', file)
    expect(sent.constants).toEqual([{ column: 'category', value: 'drug' }])
    const one = await check(sent)
    expect(one.counts).toMatchObject({ new: 3, duplicate: 1, refused: 0 })
    await files.run(one.id)
    const found = (await boss.call('GET', '/patients/prescribable-items/?q=amoxicillin')).json<{ name: string }[]>()
    expect(found.map(({ name }) => name).toSorted()).toEqual([
      'Amoxicillin 250 mg capsule',
      'Amoxicillin 250 mg tablet',
      'Amoxicillin 500 mg capsule',
    ])
    // A list of everything: drugs by their names, tests and unknown groups as they are.
    const all = await check(
      await uploaded(
        'items',
        'Item,Group,Fee\nCiprofloxacin 500 mg tabs,Antibiotics,5\nPotassium,Lab,300\nWound dressing,Theatre,90\nSomething,Odd,1\n',
      ),
    )
    expect((await newCells(all.id)).map(({ name, category }) => [name, category])).toEqual([
      ['Ciprofloxacin 500 mg tabs', 'Antibiotics'],
      ['Potassium', 'Lab'],
      ['Wound dressing', 'Theatre'],
    ])
    expect(await problemsOf(all.id)).toEqual([
      [2, 'category Antibiotics: “Antibiotics” is not a known category: imported as a drug.'],
      [5, expect.stringContaining('category! Choose one of')],
    ])
    expect((await check(await uploaded('items', file))).counts).toMatchObject({ new: 0, same: 3 })
  })
})

const stateOf = async (id: number | undefined) => {
  const { allergies, allergy_status: status } = (await boss.call('GET', `/patients/patients/${id}/`)).json<{
    allergies: { substance: string; reaction: string | null }[]
    allergy_status: { state: string }
  }>()
  return [status.state, ...allergies.map(({ substance, reaction }) => [substance, reaction].filter(Boolean).join(': ')).toSorted()]
}

describe('a clinic that moves', () => {
  test('brings allergies in their three states, problems, medicines, visits and past results, once', async () => {
    await addStarterTests(clinic.db, clinic.clock.now)
    await files.imported(
      'patients',
      'OPD No,Names,Sex,DOB,Allergies\nM1,Wanjiru Kamau,F,1980-01-02,\nM2,Otieno Okoth,M,1975-05-06,NKDA\nM3,Nekesa Barasa,F,1990-07-08,None\nM4,Musa Hassan,M,1985-01-01,Latex (rash); Penicillin\nM5,Halima Yusuf,F,1991-01-01,NKDA; Never give penicillin\nM6,Juma Bakari,M,1992-01-01,No known allergies except penicillin\n',
    )
    const people = await clinic.db
      .selectFrom('patient_identifiers')
      .select(['patient_id', 'value'])
      .where('value', 'in', ['M1', 'M2', 'M3', 'M4', 'M5', 'M6'])
      .orderBy('value')
      .execute()
    const [m1, m2, m3, m4, m5, m6] = people.map(({ patient_id: id }) => id)
    expect([await stateOf(m1), await stateOf(m2), await stateOf(m3), await stateOf(m4)]).toEqual([
      ['not asked'],
      ['none known'],
      ['not asked'],
      ['recorded', 'Latex: rash', 'Penicillin'],
    ])
    // What may name an allergy is never "none known".
    expect([await stateOf(m5), await stateOf(m6)]).toEqual([['not asked'], ['not asked']])

    const allergies =
      'Patient ID,Patient Name,Allergen,Severity,Reaction\nM1,Wanjiru,Sulfa drugs; sulfa drug,severe,Rash\nM2,Otieno,Peanuts,unknown,\nM3,Nekesa,NKDA,,\nM4,Musa,latex,,\nM4,Musa,No known allergies,,\nM1,Somebody Else,Aspirin,,\nM9,Nobody,Aspirin,,\nM1,,?,,\nM5,,No allergies apart from sulfa,,\nM6,,Not to be given NSAIDs; Latex,,\nM1,Akinyi Kamau,Aspirin,,\nM2,Otieno,PEANUT,,\n'
    const one = await files.imported('allergies', allergies)
    expect(one.counts).toMatchObject({ created: 3, same: 3, refused: 6 })
    expect(await files.reported(one.id, 'refused')).toEqual([
      [6, 'substance: Not recorded: “no known allergies” contradicts the patient’s recorded allergy.'],
      [
        7,
        'patient_name: The file says “Somebody Else”, but the patient with this number is Wanjiru Kamau. Correct the number or the name.',
      ],
      [8, 'patient_number: No patient has this number. Import the patients first.'],
      [10, 'substance: This may deny or name an allergy: write the substance alone, or “no known allergies”.'],
      [11, 'substance: This may deny or name an allergy: write the substance alone, or “no known allergies”.'],
      [
        12,
        'patient_name: The file says “Akinyi Kamau”, but the patient with this number is Wanjiru Kamau. Correct the number or the name.',
      ],
    ])
    expect([await stateOf(m1), await stateOf(m2), await stateOf(m3)]).toEqual([
      ['recorded', 'Sulfa drugs: Rash'],
      ['recorded', 'Peanuts'],
      ['none known'],
    ])
    expect((await files.checked('allergies', allergies)).counts).toMatchObject({ new: 0, refused: 6 })
    await files.undo(one.id)
    expect([await stateOf(m1), await stateOf(m3)]).toEqual([['not asked'], ['not asked']])

    const problems =
      'Patient ID,Diagnosis,Visit Date,Status\nM1,Hypertension; Asthma; asthma,05/03/2020,\nM1,Asthma,05/03/2020,\nM1,hypertension,14/04/2021,\nM2,Malaria,10/01/2019,resolved\nM3,none,,\n'
    expect((await files.imported('problems', problems)).counts).toMatchObject({ created: 2, same: 3, refused: 0 })
    expect((await files.checked('problems', problems)).counts).toMatchObject({ new: 0, same: 5 })
    const listed = await clinic.db.selectFrom('problems').select(['patient_id', 'title', 'status', 'onset_on']).orderBy('id').execute()
    expect(listed.map(({ patient_id: id, title, status, onset_on: day }) => [id, title, status, day])).toEqual([
      [m1, 'Hypertension', 'active', '2020-03-05'],
      [m1, 'Asthma', 'active', '2020-03-05'],
      [m2, 'Malaria', 'resolved', '2019-01-10'],
    ])

    const spells = { system: 'icd-10' as const, code: 'Z99.8', title: 'Ménière-like spells', source: 'clinic' as const }
    await clinic.db.insertInto('diagnosis_codes').values(spells).execute()
    const coded = await files.imported(
      'problems',
      `Patient ID,Diagnosis,ICD,Status,End date\nM4,meniere-like SPELLS,z99.8,,\nM4,Epilepsy,Z99.8,,\nM4,${'long '.repeat(50)},,,\nM4,Gout,,active,2021-01-01\nM4,Mumps,,,2199-01-01\n`,
    )
    expect(coded.counts).toMatchObject({ created: 2, refused: 3 })
    expect(await problemsOf(coded.id)).toEqual([
      [3, 'code Z99.8: Code Z99.8 means “Ménière-like spells”: kept as text.'],
      [4, 'title! Write each problem in at most 200 letters.'],
      [5, 'resolved_on! A problem that is active has no day on which it ended.'],
      [6, 'resolved_on! The date must not be in the future.'],
    ])
    const own = await clinic.db.selectFrom('problems').select(['title', 'code']).where('patient_id', '=', m4!).orderBy('id').execute()
    expect(own.map(({ title, code }) => [title, code])).toEqual([
      ['Ménière-like spells', 'Z99.8'],
      ['Epilepsy', null],
    ])

    const medicines =
      'MRN,Current medication,Dose,Start date\nM1,Amlodipine 5 mg,1 tab daily,2020-03-06\nM2,None,,\nM3,Metformin 500 mg; Aspirin 75 mg; aspirin 75 mg,,not known\nM3,Metformin 500 mg,,\n'
    const taken = await files.imported('medicines', medicines)
    expect(taken.counts).toMatchObject({ created: 2, same: 2, refused: 0 })
    expect((await files.checked('medicines', medicines)).counts).toMatchObject({ new: 0, same: 4 })
    const kept = await clinic.db.selectFrom('patient_medicines').select(['name', 'directions', 'started_on']).orderBy('id').execute()
    expect(kept.map(({ name, directions, started_on: day }) => [name, directions, day])).toEqual([
      ['Amlodipine 5 mg', '1 tab daily', '2020-03-06'],
      ['Metformin 500 mg', null, null],
      ['Aspirin 75 mg', null, null],
    ])
    expect((await files.undo(taken.id)).counts).toMatchObject({ withdrawn: 2 })
    expect((await files.imported('medicines', medicines)).counts).toMatchObject({ created: 2 })

    const visits =
      'Patient No,Date of visit,Complaint,Diagnosis\nM1,2023-02-03,Cough,Common cold\nM1,2023-02-03,Cough,Common cold\nM2,N/A,Fever,\n'
    const seen = await files.imported('visits', visits)
    expect(seen.counts).toMatchObject({ created: 1, same: 1, refused: 1 })
    expect((await files.checked('visits', visits)).counts).toMatchObject({ new: 0, same: 2 })
    const history = await clinic.db.selectFrom('visits').select(['patient_id', 'reason', 'track', 'created_at']).execute()
    expect(history).toEqual([
      { patient_id: m1, reason: 'Cough. Diagnosis: Common cold', track: 'complete', created_at: new Date('2023-02-03T09:00:00Z') },
    ])
    expect((await files.undo(seen.id)).counts).toMatchObject({ withdrawn: 0, kept: 1 })

    const results =
      'Patient ID,Test,Result,Units,Date,Lab\nM1,Haemoglobin,12.4,g/dL,2023-02-03,County laboratory\nM1,Haemoglobin,13,furlongs,2023-02-04,\nM1,Haemoglobin,14,,2023-02-05,\nM1,No such test,1,,2023-02-05,\n'
    const measured = await files.imported('results', results)
    expect(measured.counts).toMatchObject({ created: 3, refused: 1 })
    expect((await problemsOf(measured.id)).map(([row]) => row)).toEqual([3, 4, 5])
    const past = await clinic.db
      .selectFrom('lab_results')
      .select(['result', 'value', 'unit', 'origin', 'approved_at', 'comment'])
      .orderBy('id')
      .execute()
    expect(past).toEqual([
      {
        result: '124',
        value: '124',
        unit: 'g/L',
        origin: 'imported',
        approved_at: null,
        comment: 'Imported from another program: County laboratory',
      },
      { result: '13 furlongs', value: null, unit: null, origin: 'imported', approved_at: null, comment: 'Imported from another program' },
      { result: '14', value: null, unit: null, origin: 'imported', approved_at: null, comment: 'Imported from another program' },
    ])
    expect((await files.checked('results', results)).counts).toMatchObject({ new: 0, same: 3, refused: 1 })
    expect((await files.undo(measured.id)).counts).toMatchObject({ withdrawn: 3 })
    expect((await files.imported('results', results)).counts).toMatchObject({ created: 3 })
    // A paper's limits, marks and short answers say no more than they say.
    const resultRows = [
      'Patient ID,Test,Result,Units,Date,Low,High,Flag',
      'M2,Potassium,4,mmol/L,2023-03-01,3.5,5.1,N',
      'M2,Haemoglobin,13,g/dL,2023-03-01,12,16,N',
      'M2,Haemoglobin,clotted,g/dL,2023-03-02,12,16,N',
      'M2,"Syphilis, RPR",N,,2023-03-01,,,N',
      'M2,"Syphilis, RPR",non-reactive,,2023-03-02,,,N',
      'M2,Potassium,insufficient,mmol/L,2023-03-02,3.5,5.1,N',
    ].join('\n')
    const validated = await files.imported('results', resultRows)
    expect(validated.counts).toMatchObject({ created: 6, refused: 0 })
    const imported = await clinic.db
      .selectFrom('lab_results')
      .select(['result', 'low', 'high', 'flag', 'comparator', 'result_kind', 'rank'])
      .where('patient_id', '=', m2!)
      .orderBy('id')
      .execute()
    expect(imported.map((row) => Object.values(row))).toEqual([
      ['4.0', '3.5', '5.1', 'normal', null, null, null],
      ['130', null, null, 'normal', null, null, null],
      ['clotted g/dL', null, null, null, null, null, null],
      ['N', null, null, null, null, null, null],
      ['Non-reactive', null, null, 'normal', null, null, null],
      ['Insufficient', null, null, null, null, 'insufficient', null],
    ])
    for (const kind of ['allergies', 'problems', 'medicines', 'visits', 'results'])
      expect((await files.checked(kind, await files.taken(kind))).counts, kind).toMatchObject({ new: 0, refused: 0 })
  })
})
