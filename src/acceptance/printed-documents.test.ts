import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { aPatient, aVisit, aVisitWithOrders } from '../testing/builders.ts'
import { promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { addressesOf, goodsAddresses, printDocument, treatPatient } from '../testing/documents/every-document.ts'
import { aTablet } from '../testing/scenarios/pharmacy.ts'

let clinic: TestClinic
let admin: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  admin = await clinic.signedInFrom('System administrator', 'sysadmin')
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111' }).execute()
})
afterAll(() => clinic.close())

/** Named, every document is kept there to be looked at. */
const OUT = process.env['DOCUMENTS_OUT']
const keep = (name: string, pdf: Buffer) => {
  if (OUT === undefined) return
  mkdirSync(OUT, { recursive: true })
  writeFileSync(join(OUT, `${name}.pdf`), pdf)
}

const print = async (url: string, person: Pick<Person, 'token'> = admin, name?: string) => {
  const printed = await printDocument(clinic, person, url)
  if (name !== undefined) keep(name, printed.pdf)
  return printed
}
const textOf = async (url: string, person: Pick<Person, 'token'> = admin, name?: string) => (await print(url, person, name)).text
const lacking = (text: string, parts: readonly string[]) => parts.filter((part) => !text.includes(part))

const manyAllergies = [
  'Amoxicillin with clavulanic acid', 'Acetylsalicylic acid (aspirin)', 'Sulfamethoxazole and trimethoprim', 'Iodinated contrast media',
  'Latex', 'Peanut', 'Bee venom', 'Chlorhexidine', 'Metamizole sodium', 'Diclofenac sodium', 'Ciprofloxacin hydrochloride', 'Cow’s milk protein',
].map((substance) => ({ substance, severity: substance === 'Chlorhexidine' ? ('severe' as const) : ('mild' as const) })) // prettier-ignore
const LONG = { first_name: 'Oluwaseunfunmilayo Bartholomew', second_name: 'Wanjikuwamugumo Nyamweya-Kiprotich' }
const ESTIMATED = { ...LONG, date_of_birth: '1992-07-01', is_birth_date_estimated: true, phone: '+254712000222' }

// Printed without a patient, or before anything is kept: their samples and previews are made of the same templates.
const ELSEWHERE = [
  '/letters/preview/',
  '/letters/templates/preview/',
  '/templates/papers/{kind}/preview/',
  '/patients/patients/{id}/account/slip/',
  '/pharmacy/register/pdf/',
]
// Tables of figures and lists of names and telephones, without ages.
const FIGURES =
  /^\/(reports\/|sale_by_date\/|serve_sales_by_item_id_pdf\/|inventory\/stock\/export\/|inventory\/recalls\/{id}\/export\/|chatbot\/messages\/)/

describe('an estimated date of birth', () => {
  test('is on no document with day and month, in no language, and every document of a patient is looked at', async () => {
    const care = await treatPatient(clinic, {
      patient: ESTIMATED,
      allergies: manyAllergies,
      vitals: { weight: '61.5', temperature: '37.5' },
    })
    const { staff, portal } = await addressesOf(clinic, care)
    const goods = await goodsAddresses(clinic)
    const full = /1992-07-01|\b0?1[ ./-](?:Jul|July|Julai|juil\.?|juillet|07|7)[ ./-]1992|Jul\w* 0?1,? 1992/i
    const wrong: string[] = []
    const unsaid: string[] = []
    for (const language of ['en', 'sw', 'fr']) {
      await clinic.db.updateTable('company').set({ language }).execute()
      for (const [name, url] of Object.entries(staff)) {
        const text = await textOf(url, admin, language === 'en' ? `${name}-long` : undefined)
        if (full.test(text)) wrong.push(`${language} ${name}`)
        // Whatever says when or how long ago somebody was born says that it is an estimate.
        if (/\b1992\b|\b33 (?:years|ans)|miaka 33/.test(text) && !/about|takriban|environ|vers/.test(text))
          unsaid.push(`${language} ${name}`)
      }
      for (const [name, url] of Object.entries(portal)) {
        const text = await textOf(url, care.account, language === 'en' ? `${name}-long` : undefined)
        if (full.test(text)) wrong.push(`${language} ${name}`)
      }
    }
    await clinic.db.updateTable('company').set({ language: 'en' }).execute()
    expect([wrong, unsaid]).toEqual([[], []])
    for (const [name, url] of Object.entries(goods)) expect((await print(url, admin, name)).text.length).toBeGreaterThan(20)

    const texts = await Promise.all([staff.card, staff.wristband, staff.prescription, staff['referral-letter']].map((url) => textOf(url)))
    expect(texts.map((text) => /about (?:33 years \(born about )?1992/.test(text))).toEqual([true, true, true, true])

    // A document that is new is looked at too.
    const looked = [...Object.values(staff), ...Object.values(portal), ...Object.values(goods), ...ELSEWHERE].map((url) =>
      url.replace(/\?.*/, '').replaceAll(/\/\d+\//g, '/{}/'),
    )
    const printed = promisedEndpoints()
      .filter(({ produces, offers }) => produces === 'application/pdf' || offers?.includes('application/pdf'))
      .map(({ path }) => path)
    expect(printed.length).toBeGreaterThan(20)
    const known = (path: string) => FIGURES.test(path) || looked.includes(path) || looked.includes(path.replaceAll(/\{\w+\}/g, '{}'))
    expect(printed.filter((path) => !known(path))).toEqual([])
  }, 120_000)

  test('is a year in letters that a template fills in, and in the patient’s own download', async () => {
    const { id } = await aPatient(clinic.db, ESTIMATED)
    const { id: template } = await clinic.db
      .insertInto('letter_templates')
      .values({ name: 'Born', title: 'Note', body: '{{patient.born}} / {{patient.age}}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    const filled = await doctor.call('GET', `/letters/filled/?template=${template}&patient=${id}`)
    expect(filled.json<{ body: string }>().body).toBe('about 1992 / about 33 years')
  })
})

test('every template of a document is one that this test knows', () => {
  const templates = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.typ'))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
  expect(templates).toEqual([
    'features/appointments/server/day.typ',
    'features/billing/server/documents/a4.typ',
    'features/billing/server/documents/roll.typ',
    'features/laboratory/server/reports/report.typ',
    'features/laboratory/server/samples/label.typ',
    'features/letters/server/letter.typ',
    'features/patients/server/card.typ',
    'features/patients/server/slip.typ',
    'features/pharmacy/server/documents/label.typ',
    'features/pharmacy/server/documents/register.typ',
    'features/portal/server/download/record.typ',
    'features/prescriptions/server/prescription.typ',
    'features/purchasing/server/receipts/receipt.typ',
    'features/referrals/server/letter.typ',
    'features/stock/server/counts/count-sheet.typ',
    'features/visit-summary/server/summary.typ',
    'platform/tables/table.typ',
  ])
})

const prescriptionOf = (id: number, query = '') => `/patients/download_prescription_pdf/${id}/${query}`

describe('a prescription', () => {
  test('bears allergies, diagnosis, who it is for and who prescribed, a controlled drug in figures and words', async () => {
    const care = await treatPatient(clinic, {
      patient: { first_name: 'Achieng', second_name: 'Odhiambo', date_of_birth: '1988-05-04' },
      allergies: [
        { substance: 'Latex', severity: 'mild' },
        { substance: 'Penicillin', severity: 'severe' },
      ],
    })
    const { staff, portal } = await addressesOf(clinic, care)
    for (const [name, url] of Object.entries(staff)) await print(url, admin, `${name}-plain`)
    for (const [name, url] of Object.entries(portal)) await print(url, care.account, `${name}-plain`)
    const text = await textOf(staff.prescription)
    expect(
      lacking(text, [
        'Achieng Odhiambo', care.patient.unique_id, '4 May 1988, 37 years', 'Female', 'Allergies: Penicillin, severe; Latex, mild', 'Diagnosis Pneumonia',
        'One tablet by mouth three times a day for 5 days', '15 tablets', '(fifteen)', 'Test doctor', 'Clinical officer', 'Registration number TEST-0001',
        'Signature of the prescriber', 'Page 1 of 1',
      ]), // prettier-ignore
    ).toEqual([])
    // An adult is not weighed for it.
    expect(text).not.toContain('Weight')
    expect(await textOf(prescriptionOf(care.prescription.id, '?diagnosis=false'))).not.toContain('Pneumonia')
    // Who may not read notes is not told by a print.
    expect(await textOf(prescriptionOf(care.prescription.id), care.pharmacist)).not.toContain('Pneumonia')
    expect((await admin.call('GET', prescriptionOf(care.prescription.id, '?diagnosis=perhaps'))).status).toBe(400)
  })

  test.each([
    ['Allergies not recorded', false],
    ['No known allergies', true],
  ])('says "%s", which are two things', async (words, isAsked) => {
    const care = await treatPatient(clinic, { patient: { date_of_birth: '1988-05-04' } })
    if (isAsked)
      await clinic.db
        .insertInto('no_known_allergies')
        .values({ patient_id: care.patient.id, recorded_at: clinic.clock.now, recorded_by: admin.id })
        .execute()
    const { staff } = await addressesOf(clinic, care)
    const named = [staff.prescription, staff['referral-letter'], staff.card, staff.wristband, staff['visit-summary']]
    const texts = await Promise.all(named.map((url) => textOf(url)))
    expect(texts.filter((text) => !text.includes(words))).toEqual([])
    const other = isAsked ? 'not recorded' : 'No known'
    expect(texts.filter((text) => text.includes(`Allergies ${other}`) || text.includes(`${other} allergies`))).toEqual([])
  })

  test('bears the weight of a child with its day, says that it is not recorded, and a pregnancy', async () => {
    const child = { first_name: 'Baraka', second_name: 'Mutua', gender: 'male' as const, date_of_birth: '2024-05-04' }
    const without = await treatPatient(clinic, { patient: child })
    const { staff } = await addressesOf(clinic, without)
    for (const [name, url] of Object.entries(staff)) await print(url, admin, `${name}-child`)
    expect(lacking(await textOf(staff.prescription), ['21 months', 'Male', 'Weight Not recorded'])).toEqual([])
    const weighed = await treatPatient(clinic, { patient: child, vitals: { weight: '11.5' } })
    expect(await textOf(prescriptionOf(weighed.prescription.id))).toContain('Weight 11.5 kg (2 Mar 2026)')

    const woman = await treatPatient(clinic, { patient: { date_of_birth: '1995-01-01' } })
    const begun = await woman.doctor.call('POST', `/patients/patients/${woman.patient.id}/pregnancies/`, {
      source: 'test',
      lmp: '2025-12-05',
    })
    expect(begun.status, begun.text).toBe(201)
    expect(await textOf(prescriptionOf(woman.prescription.id))).toContain('PREGNANT: 12w 3d')
  })

  test('names what the item’s name and the directions leave open', async () => {
    const { desk, doctor, visit } = await treatPatient(clinic, { patient: { date_of_birth: '1980-01-01' } })
    const item = await aTablet(clinic.db, 10, { name: 'Panadol' })
    const reported = await desk.call('PUT', `/drugs/items/${item.id}/`, {
      substances: ['paracetamol'],
      strengths: [{ amount: 500, unit: 'mg' }],
      form: 'tablet',
      route: 'PO',
    })
    expect(reported.status, reported.text).toBe(200)
    const written = await doctor.call('POST', '/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: item.id, directions: '1 tab tds', quantity: '30' }],
      overrides: [],
    })
    expect(written.status, written.text).toBe(201)
    const text = await textOf(prescriptionOf(written.json<{ id: number }>().id))
    expect(lacking(text, ['paracetamol 500 mg tablet', 'Route: by mouth', 'duration not stated', '30 tablets'])).toEqual([])
  })
})

const unregistered = async (group: string, role: 'doctor' | 'lab_manager', signs_unregistered: boolean) => {
  const person = await clinic.signedInFrom(group, role)
  await clinic.db
    .updateTable('users')
    .set({ title: null, registration_number: null, signs_unregistered })
    .where('id', '=', person.id)
    .execute()
  return person
}

describe('who signs', () => {
  test('without a registration number signs nothing, and is told what is missing and who adds it', async () => {
    const doctor = await unregistered('Doctor', 'doctor', false)
    const { id: visit, patient } = await aVisitWithOrders(admin, (await aPatient(clinic.db, { date_of_birth: '1980-01-01' })).id)
    const item = await aTablet(clinic.db)
    const bodies = [
      ['/patients/consultations/', { attendance_process: visit, complaint: 'Cough', sign: true }],
      ['/patients/prescriptions/', { attendance_process: visit, prescribed_drugs: [{ item: item.id, directions: '1 tab po tds 5/7' }] }],
      ['/patients/referrals/', { attendance_process: visit, provider: 'Hope', note: 'x' }],
      ['/letters/', { patient, title: 'Sick note', body: 'Unfit.' }],
    ] as const
    for (const [path, body] of bodies) {
      const reply = await doctor.call('POST', path, body)
      expect([path, reply.status, reply.json()]).toEqual([
        path,
        409,
        expect.objectContaining({
          code: 'registration_needed',
          missing: ['title', 'registration_number'],
          detail:
            'You cannot sign: your title and registration number are not recorded. An administrator adds it under Administration, People.',
        }),
      ])
    }
    // A draft is no signature.
    const draft = await doctor.call('POST', '/patients/consultations/', { attendance_process: visit, complaint: 'Cough' })
    expect(draft.status, draft.text).toBe(201)
    const { id, version } = draft.json<{ id: number; version: number }>()
    expect((await doctor.call('POST', `/patients/consultations/${id}/sign/`, { version })).status).toBe(409)
    const approver = await unregistered('Laboratory manager', 'lab_manager', false)
    const approved = await approver.call('POST', '/lab/results/approve/', { panels: [{ id: 1 }] })
    expect([approved.status, approved.json<{ code: string }>().code]).toEqual([409, 'registration_needed'])
  })

  test('before these were recorded goes on, and documents say so; once recorded, the mark is gone for good', async () => {
    const { desk, visit } = await treatPatient(clinic)
    const doctor = await unregistered('Doctor', 'doctor', true)
    const written = await doctor.call('POST', '/patients/referrals/', { attendance_process: visit.id, provider: 'Hope', note: 'x' })
    expect(written.status, written.text).toBe(201)
    const letter = `/patients/referrals/${written.json<{ id: number }>().id}/letter/`
    expect(
      lacking(await textOf(letter, admin, 'referral-letter-unregistered'), ['Title not recorded', 'Registration number not recorded']),
    ).toEqual([])

    const listed = await desk.call('GET', '/users/users/?lacks_registration=true')
    expect(listed.json<{ id: number }[]>().map(({ id }) => id)).toContain(doctor.id)
    expect((await doctor.call('GET', '/users/me/')).json()).toMatchObject({ lacks_registration: true })
    const me = (await desk.call('GET', `/users/users/${doctor.id}/`)).json<Record<string, unknown> & { groups: { id: number }[] }>()
    const put = (more: object) =>
      desk.call('PUT', `/users/users/${doctor.id}/`, {
        email: me['email'], first_name: me['first_name'], last_name: me['last_name'], role: 'doctor', ...more,
      }) // prettier-ignore
    expect((await put({ phone: '+254711222333' })).status).toBe(200)
    const recorded = await put({ title: 'Midwife', registration_number: 'NCK-1', registration_council: 'Nursing Council' })
    expect(recorded.json()).toMatchObject({ title: 'Midwife', registration_number: 'NCK-1', lacks_registration: false })
    const removed = await put({ registration_number: null })
    expect([removed.status, Object.keys(removed.json())]).toEqual([400, ['registration_number']])
    // What was signed before stays as it was signed.
    expect(await textOf(letter)).toContain('Registration number not recorded')
    const next = await doctor.call('POST', '/patients/referrals/', { attendance_process: visit.id, provider: 'Hope', note: 'y' })
    expect(await textOf(`/patients/referrals/${next.json<{ id: number }>().id}/letter/`)).toContain(
      'Registration number NCK-1 (Nursing Council)',
    )
  })

  test('is named as on the day of signing, whatever they are called later', async () => {
    const care = await treatPatient(clinic, { patient: { date_of_birth: '1980-01-01' } })
    const { staff } = await addressesOf(clinic, care)
    for (const id of [care.doctor.id, care.lab.manager.id])
      await clinic.db
        .updateTable('users')
        .set({ last_name: 'Renamed', title: 'Other title', registration_number: 'OTHER-9' })
        .where('id', '=', id)
        .execute()
    for (const name of ['prescription', 'referral-letter', 'letter', 'laboratory-report', 'visit-summary'] as const) {
      const text = await textOf(staff[name])
      expect([name, lacking(text, ['Clinical officer', 'Registration number TEST-0001'])]).toEqual([name, []])
      expect([name, /OTHER-9|Other title/.test(text)]).toEqual([name, false])
    }
    // Signed before this was kept: the person as recorded now.
    await asOwner(clinic.ownerUrl, (client) => client.query('update referrals set signed_as = null where id = $1', [care.referral.id]))
    expect(await textOf(staff['referral-letter'])).toContain('OTHER-9')
  })
})

describe('a referral letter', () => {
  test('brings along what is chosen; tests that are told in person only when somebody says so', async () => {
    const care = await treatPatient(clinic, {
      patient: { date_of_birth: '1980-01-01' },
      allergies: [{ substance: 'Penicillin', severity: 'severe' }],
      vitals: { weight: '61.5' },
    })
    const url = `/patients/referrals/${care.referral.id}/letter/`
    const all = [
      'Cough for two weeks',
      'Night sweats since May',
      'Crackles on the right',
      'Pneumonia',
      '500 mg tablet: one tablet by mouth',
      '61.5 kg',
    ]
    const usual = await textOf(url, care.doctor)
    expect(lacking(usual, [...all, '150 mmol/L · HIGH · range 135–145 · 2 Mar 2026', 'Penicillin, severe', 'Please assess.'])).toEqual([])
    expect(usual).not.toContain('HIV')
    const parts = await care.doctor.call('GET', `${url}parts/`)
    expect(parts.json<{ part: string | null; is_left_out: boolean }[]>().map(({ part, is_left_out }) => [part, is_left_out])).toEqual([
      [null, false],
      ['history', false],
      ['examination', false],
      ['diagnoses', false],
      ['medicines', false],
      ['vitals', false],
      ['results', false],
      ['results_in_person', true],
    ])
    expect(await textOf(`${url}?left_out=`, care.doctor)).toMatch(/HIV antibody.*: Negative/)
    const little = await textOf(
      `${url}?left_out=history,examination,diagnoses,problems,medicines,vitals,results,results_in_person`,
      care.doctor,
    )
    expect(all.filter((part) => little.includes(part))).toEqual([])
    expect(little).toContain('Penicillin, severe')
    expect((await care.doctor.call('GET', `${url}?left_out=allergies`)).status).toBe(400)

    const refused = await care.doctor.call('POST', '/patients/referrals/', {
      attendance_process: care.visit.id, provider: 'Hope', note: 'z', left_out: ['history', 'results'],
    }) // prettier-ignore
    expect(refused.status, refused.text).toBe(201)
    const chosen = await textOf(`/patients/referrals/${refused.json<{ id: number }>().id}/letter/`, care.doctor)
    expect(chosen).not.toMatch(/Night sweats|150 mmol/)
    expect(chosen).toMatch(/HIV antibody/)
    // No more than the reader may read.
    const desk = await clinic.signedInAs(['referrals.view'])
    expect(await textOf(`${url}?left_out=`, desk)).not.toMatch(/Cough|Crackles|Pneumonia|mmol|Penicillin|HIV|tablet/)
  })
})

const cardOf = async (allergies: typeof manyAllergies, patient: object = {}, kind = 'card') => {
  const { id } = await aPatient(clinic.db, patient)
  if (allergies.length > 0)
    await clinic.db
      .insertInto('allergies')
      .values(allergies.map((one) => ({ ...one, patient_id: id, category: 'drug' as const })))
      .execute()
  return print(
    `/patients/patients/${id}/card/?kind=${kind}`,
    admin,
    `${kind}-${allergies.length}-allergies${'first_name' in patient ? '-long' : ''}`,
  )
}

describe('the allergy mark', () => {
  test.each(['card', 'wristband'])('on a %s is whole with the worst first, or says how many the record has', async (kind) => {
    const some = await cardOf(manyAllergies.slice(6, 9), {}, kind)
    expect(some.text).toContain('⚠ ALLERGIES (3): Chlorhexidine (severe), Bee venom, Metamizole sodium')
    const many = await cardOf(
      [...manyAllergies, ...manyAllergies.map((one) => ({ ...one, substance: `${one.substance}, second` }))],
      LONG,
      kind,
    )
    expect(many.text).toContain('⚠ ALLERGIES — see record (24)')
    expect(many.text).not.toContain('Peanut')
    expect([some.pages.length, many.pages.length]).toEqual([1, 1])
    expect(many.text.replaceAll(' ', '')).toContain(LONG.second_name.replaceAll(' ', ''))
  })
})

describe('the summary of a visit', () => {
  test('says in plain words what is signed and released, in the language of the patient, by staff and in the portal', async () => {
    const care = await treatPatient(clinic, {
      patient: { first_name: 'Zawadi', second_name: 'Njeri', date_of_birth: '1990-01-02', language: 'Kiswahili' },
      allergies: [{ substance: 'Penicillin', severity: 'severe' }],
    })
    const staffUrl = `/patients/visits/${care.visit.id}/summary/`
    const ownUrl = `/portal/visits/${care.visit.id}/summary/`
    const english = await textOf(`${staffUrl}?language=en`, care.doctor, 'visit-summary-en')
    expect(
      lacking(english, [
        'Mwangaza Clinic', '+254712000111', 'Zawadi Njeri', 'When to come back at once', 'Breathing becomes hard.', 'Cough for two weeks', 'Pneumonia',
        '150 mmol/L · above the usual range · Usual range: 135 to 145 mmol/L', 'Penicillin, severe', 'One tablet by mouth three times a day for 5 days',
        'Rest and drink enough.', 'Come back on 16 Mar 2026', 'Test doctor', 'Clinical officer', 'Page 1 of 1',
        'Results not ready yet, or explained to you at the clinic: 1',
      ]), // prettier-ignore
    ).toEqual([])
    expect(english).not.toMatch(/HIV|Negative|Crackles|Amoxicillin, see again/)
    const swahili = await textOf(ownUrl, care.account, 'portal-visit-summary-sw')
    expect(
      lacking(swahili, ['Ziara yako', 'Wakati wa kurudi mara moja', 'idonge', 'Namba ya usajili TEST-0001', 'Breathing becomes hard.']),
    ).toEqual([])
    expect(await textOf(`${ownUrl}?language=fr`, care.account)).toContain('Votre visite')
    expect((await textOf(ownUrl, care.account)).includes('HIV')).toBe(false)

    const own = await care.account.call('GET', '/portal/visits/')
    expect(own.json()).toEqual([expect.objectContaining({ id: care.visit.id, seen_by: ['Test doctor'], reason: 'Fever' })])
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'actor_id'])
      .where('entity', '=', 'visit summary')
      .where('patient_id', '=', care.patient.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action, actor_id }) => [action, actor_id])).toContainEqual(['print', care.account.id])
    // Another patient’s visit is not there.
    const other = await clinic.signedInFrom('Patient', 'patient')
    await aPatient(clinic.db, { user_id: other.id })
    expect((await other.call('GET', ownUrl)).status).toBe(404)
    expect((await other.call('GET', '/portal/visits/')).json()).toEqual([])
    // A laboratory that holds a request back holds it back here.
    await clinic.db.updateTable('lab_settings').set({ portal_is_on: false }).execute()
    expect(await textOf(staffUrl, care.doctor)).not.toContain('150 mmol')
    await clinic.db.updateTable('lab_settings').set({ portal_is_on: true }).execute()
    expect((await (await clinic.signedInAs(['patients.view'])).call('GET', staffUrl)).status).toBe(403)
  })

  test('is not there before a note is signed', async () => {
    const account = await clinic.signedInFrom('Patient', 'patient')
    const { id: patient } = await aPatient(clinic.db, { user_id: account.id })
    const { id: visit } = await aVisit(clinic.db, { patient_id: patient })
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    await doctor.call('POST', '/patients/consultations/', { attendance_process: visit, complaint: 'Draft words' })
    const reply = await doctor.call('GET', `/patients/visits/${visit}/summary/`)
    expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'not_signed'])
    expect((await account.call('GET', `/portal/visits/${visit}/summary/`)).status).toBe(404)
    expect((await doctor.call('GET', '/patients/visits/2000000000/summary/')).status).toBe(404)
    expect((await account.call('GET', '/portal/visits/')).json()).toEqual([])
  })

  test('of a restricted record is shut to who may not open it', async () => {
    const care = await treatPatient(clinic, { patient: { date_of_birth: '1980-01-01' } })
    const restricted = await admin.call('POST', `/patients/patients/${care.patient.id}/restriction/`, { reason: 'Known to staff' })
    expect(restricted.status, restricted.text).toBeLessThan(300)
    const stranger = await clinic.signedInFrom('Doctor', 'doctor')
    const asked = [
      `/patients/visits/${care.visit.id}/summary/`,
      `/patients/referrals/${care.referral.id}/letter/`,
      `/patients/referrals/${care.referral.id}/letter/parts/`,
      `/patients/download_prescription_pdf/${care.prescription.id}/`,
    ]
    const statuses: number[] = []
    for (const url of asked) statuses.push((await stranger.call('GET', url)).status)
    expect(statuses).toEqual([403, 403, 403, 403])
  })
})
