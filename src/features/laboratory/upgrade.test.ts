import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { asOwner } from '#platform/db/owner.ts'
import { cloneDatabase, emptyDatabase } from '../../testing/databases/clone.ts'

// A clinic that worked before patients had a page, and before anybody knew who reads announcements.
const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations')
let database: Awaited<ReturnType<typeof emptyDatabase>>
let before: string
beforeAll(async () => {
  database = await emptyDatabase()
  before = mkdtempSync(join(tmpdir(), 'kliniki-before-'))
  for (const file of readdirSync(MIGRATIONS)) if (file < '0033') copyFileSync(join(MIGRATIONS, file), join(before, file))
  await migrate(database.url, before)
})
afterAll(async () => {
  rmSync(before, { recursive: true, force: true })
  await database?.drop()
})

const namesIn = (text: string) => text.split(/\s*[|\n]\s*/)
const inPerson = namesIn(`HIV 1/2 rapid|Anti-HIV|AntiHIV antibodies|hiv-dna pcr|HIV1|Sérologie VIH|Kipimo cha VVU|Viral load|CD4 count
  Human immunodeficiency virus|Virus de l’immunodéficience|Histology|Histopathologie|Immunohistochemistry|Cytology, fluid
  Biopsy, cervix|Pap smear|Papanicolaou|Frottis cervical|Genetic test|Analyse génétique|HLA genotyping|Karyotype|FNA`)
const online = namesIn(`Antihistone antibodies|Histamine|Histoplasma antigen|Entamoeba histolytica|Cytomegalovirus IgG|CD45|Hives, allergen
  Archive|Glucose|PAPP-A|GeneXpert MTB/RIF|Side effects|Frottis sanguin|Widal`)
const forWomen = namesIn('Pregnancy test, urine|β-hCG, quantitative|Beta hCG|hCG|Kipimo cha ujauzito|Test de grossesse')
const forMen = namesIn('PSA, free|Prostate-specific antigen|Antigène spécifique de la prostate|Semen analysis|Spermogramme')

test('a laboratory that has results shows none until somebody has looked at what is told in person, which is marked; so is what is for one sex', async () => {
  const marked = await asOwner(database.url, async (client) => {
    await client.query(
      `insert into lab_panels (code, name, kind, specimen_id) select 'N' || n, name, 'text', (select min(id) from lab_specimens)
       from unnest($1::text[]) with ordinality x (name, n)`,
      [[...inPerson, ...online, ...forWomen, ...forMen, 'Antisperm antibodies', 'Pepsa']],
    )
    await client.query(`insert into lab_panels (code, name, kind, specimen_id, method) values
      ('HIV_CONF', 'Confirmation', 'text', (select min(id) from lab_specimens), ''),
      ('FLUID', 'Fluid', 'text', (select min(id) from lab_specimens), 'Cytology')`)
    await client.query(`insert into patients (unique_id, first_name, second_name, gender, created_at) values ('P-1', 'A', 'B', 'unknown', now());
      insert into lab_results (patient_id, panel_id, observed_at, result, entered, origin, source, entered_at, approved_at)
      select p.id, k.id, now(), 'x', '', 'imported', 'paper', now(), now() from patients p, lab_panels k where k.code = 'N1'`)
    await client.query(`insert into users (email, first_name, last_name, role, created_at) values ('a@clinic.example', 'A', 'B', 'nurse', '2026-01-01');
      insert into announcements (channel_id, title, content, created_at, created_by)
      select c.id, 'Old', 'x', '2026-02-01', u.id from announcement_channels c, users u limit 1`)
    await migrate(database.url, MIGRATIONS)
    const { rows } = await client.query<{ name: string }>(`select name from lab_panels where is_withheld order by id`)
    const oneSided = await client.query<{ for_sex: string; names: string[] }>(
      'select for_sex, array_agg(name order by id) as names from lab_panels where for_sex is not null group by for_sex order by for_sex',
    )
    expect(oneSided.rows).toEqual([
      { for_sex: 'male', names: forMen },
      { for_sex: 'female', names: forWomen },
    ])
    const settings = await client.query<object>('select portal_is_on, portal_delay_hours from lab_settings')
    expect(settings.rows).toEqual([{ portal_is_on: false, portal_delay_hours: 0 }])
    return rows.map((row) => row.name)
  })
  expect(marked).toEqual([...inPerson, 'Confirmation', 'Fluid'])
})

test('what was announced before waits for nobody, and nobody is said to have read it', async () => {
  const { rows } = await asOwner(database.url, (client) =>
    client.query<object>(
      'select title, for_staff, tracks_reads, (select count(*)::integer from announcement_reads) as read from announcements',
    ),
  )
  expect(rows).toEqual([{ title: 'Old', for_staff: true, tracks_reads: false, read: 0 }])
})

test('a new one shows them', async () => {
  const fresh = await cloneDatabase()
  const { rows } = await asOwner(fresh.url, (client) => client.query<object>('select portal_is_on from lab_settings'))
  await fresh.drop()
  expect(rows).toEqual([{ portal_is_on: true }])
})

/** A clinic as it was before ranges had sources and two people approved. */
const beforeSafety = async (work: (client: Parameters<Parameters<typeof asOwner>[1]>[0]) => Promise<unknown>) => {
  const old = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'kliniki-before-'))
  try {
    for (const file of readdirSync(MIGRATIONS)) if (file < '0077') copyFileSync(join(MIGRATIONS, file), join(folder, file))
    await migrate(old.url, folder)
    await asOwner(old.url, work)
    await migrate(old.url, MIGRATIONS)
    return await asOwner(old.url, async (client) => {
      const settings = await client.query<{ differ: boolean }>('select approver_must_differ as differ from lab_settings')
      const ranges = await client.query<{ low: string; is_confirmed: boolean }>(
        'select low::text, confirmed_at is not null as is_confirmed from lab_reference_ranges order by low',
      )
      return { differ: settings.rows[0]!.differ, confirmed: ranges.rows.map(({ is_confirmed }) => is_confirmed) }
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await old.drop()
  }
}

test('two people approve after the update, unless somebody chose otherwise; ranges that a person entered are confirmed', async () => {
  const entered = `insert into users (email, first_name, last_name, role, created_at) values ('a@clinic.example', 'A', 'B', 'nurse', '2026-01-01');
    insert into lab_panels (code, name, kind, specimen_id) values ('NA', 'Sodium', 'quantitative', (select min(id) from lab_specimens));
    insert into lab_reference_ranges (panel_id, low, age_from_days, age_to_days, valid_from, created_at, created_by)
      select p.id, x.low, x.low, x.low + 1, '2020-01-01', now(), case when x.low = 2 then u.id end from lab_panels p, users u, (values (1), (2)) x (low)`
  expect(await beforeSafety((client) => client.query(entered))).toEqual({ differ: true, confirmed: [false, true] })
  const chosen = `insert into audit_log (at, action, entity, entity_id, request_id, change)
    values (now(), 'change', 'laboratory settings', 1, 'r', '{"approver_must_differ": [true, false]}')`
  expect(await beforeSafety((client) => client.query(chosen))).toMatchObject({ differ: false })
})
