import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../src/testing/clinic.ts'
import { silent } from './progress.ts'
import { openReport } from './report.ts'
import { importSynthea } from './synthea.ts'

const now = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let dir: string

const files = {
  'patients.csv': `id,birthdate,first,last,gender
p1,1956-08-03,Adán,Okeefe,male
`,
  'allergies.csv': 'id,patient,recorded,description\n',
  'encounters.csv': `id,patient,start,stop,class,description,reason_description
e1,p1,2011-10-14T23:37:54+00:00,2011-10-15T00:00:00+00:00,AMB,Check up,
`,
  'conditions.csv': `id,patient,encounter,onset,abatement,clinical_status,code,description
c1,p1,e1,1991-06-07T23:37:54+00:00,,active,1,Body mass index 30+ - obesity (finding)
c2,p1,e1,2017-03-21T23:37:54+00:00,2017-05-27T23:37:54+00:00,resolved,2,Otitis media
c3,p1,e1,2018-03-21T23:37:54+00:00,,active,1,Body mass index 30+ - obesity (finding)
c4,p1,e1,2018-03-21T23:37:54+00:00,2017-03-21T23:37:54+00:00,resolved,3,Cystitis
c5,nobody,e1,2018-03-21T23:37:54+00:00,,active,3,Cystitis
`,
  'observations.csv': `id,patient,encounter,date,category,loinc,description,value,unit,value_text
o1,p1,e1,2011-10-14T23:37:54+00:00,vital-signs,8302-2,Body Height,176.35499866729558,cm,
o2,p1,e1,2011-10-14T23:37:54+00:00,laboratory,2093-3,Cholesterol,180,mg/dL,
o3,p1,e1,2011-10-14T23:37:54+00:00,vital-signs,8480-6,Systolic,121.6,mm[Hg],
o4,p1,e1,2011-10-14T23:37:54+00:00,vital-signs,8462-4,Diastolic,79.5,,
o5,p1,e1,2011-10-14T23:50:00+00:00,vital-signs,8331-1,Oral temperature,101.2,Cel,
o6,p1,e9,2011-10-14T23:50:00+00:00,vital-signs,8331-1,Oral temperature,37.2,Cel,
o7,p1,e1,2011-10-14T23:55:00+00:00,vital-signs,29463-7,Body Weight,160,[lb_av],
`,
  'medications.csv': `id,patient,encounter,authored,status,rxnorm,description,reason,dosage_text,as_needed,freq,period,period_unit,dose
m1,p1,e1,2011-10-14T23:37:54+00:00,active,1,Metformin 500 MG Oral Tablet,,,False,2,1,d,1
m2,p1,e1,2011-10-14T23:37:54+00:00,stopped,2,Ibuprofen 200 MG Oral Tablet,,,True,,,,
m3,p1,e1,2011-10-14T23:37:54+00:00,active,3,Meperidine 50 MG Oral Tablet,,,False,1,4,h,1
m4,p1,e1,yesterday,active,3,Meperidine 50 MG Oral Tablet,,,False,1,4,h,1
`,
}

beforeEach(async () => {
  clinic = await openTestClinic({ now })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-import-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text)
})
afterEach(async () => {
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

const run = async (dryRun = false, at = now) => {
  const report = openReport(dir, 'synthea', at)
  try {
    const counts = await importSynthea(clinic.db, dir, { dryRun, limit: null, now: at, report, progress: silent })
    return {
      counts: Object.fromEntries(counts.map(({ file, added, known, rejected }) => [file, [added, known, rejected]])),
      rejected: readFileSync(report.path, 'utf8').trim().split('\n').slice(1),
    }
  } finally {
    report.close()
  }
}
const whole = {
  'conditions.csv': [2, 1, 2],
  'observations.csv': [1, 0, 3],
  'observations.csv, laboratory': [1, 0, 0],
  'medications.csv': [3, 0, 1],
}

describe('conditions, vital signs and medicines', () => {
  test('come in as problems, sets and medicines from elsewhere', async () => {
    const { counts, rejected } = await run()
    expect(counts).toMatchObject(whole)
    expect(rejected).toHaveLength(6)
    for (const reason of [
      /ended before it began/,
      /no patient nobody/,
      /101.2 looks like °F: did you mean 38.4/,
      /no encounter e9/,
      /Weight is not in/,
      /instant/,
    ])
      expect(
        rejected.filter((row) => reason.test(row)),
        String(reason),
      ).toHaveLength(1)
    const { db } = clinic
    expect(await db.selectFrom('problems').selectAll().orderBy('source').execute()).toMatchObject([
      { title: 'Body mass index 30+ - obesity', status: 'active', onset_on: '1991-06-08', resolved_on: null },
      { title: 'Otitis media', status: 'resolved', onset_on: '2017-03-22', resolved_on: '2017-05-28' },
    ])
    expect(await db.selectFrom('vital_signs').selectAll().execute()).toMatchObject([
      { height: '176.4', systolic: 122, diastolic: 80, temperature: null, taken_at: new Date('2011-10-14T23:37:54Z') },
    ])
    expect(await db.selectFrom('patient_medicines').selectAll().orderBy('source').execute()).toMatchObject([
      { name: 'Metformin 500 MG Oral Tablet', directions: '1 twice a day', stopped_on: null },
      { name: 'Ibuprofen 200 MG Oral Tablet', directions: 'when needed', stopped_on: '2011-10-15' },
      { name: 'Meperidine 50 MG Oral Tablet', directions: '1 every 4 hours' },
    ])
  })

  test('a dry run says the same and writes nothing; the second time nothing is new', async () => {
    expect((await run(true)).counts).toMatchObject(whole)
    expect(await clinic.db.selectFrom('problems').select('id').execute()).toHaveLength(0)
    await run(false, new Date(now.getTime() + 1000))
    const again = await run(false, new Date(now.getTime() + 2000))
    expect(again.counts).toMatchObject({
      'conditions.csv': [0, 3, 2],
      'observations.csv': [0, 1, 3],
      'observations.csv, laboratory': [0, 1, 0],
      'medications.csv': [0, 3, 1],
    })
    expect(await clinic.db.selectFrom('vital_signs').select('id').execute()).toHaveLength(1)
  })
})
