import type { Client } from 'pg'
import { starterItems } from '#features/catalogue/starter.ts'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import { starterPanels, starterProfiles } from '#features/lab-catalogue/starter/index.ts'
import { items } from './catalogue.ts'
import { dbOn } from './load-clinic.ts'

/** What the demonstration clinic's items are, beyond those that are called as the starter's: by code of the item. */
const panelOf: Readonly<Record<string, string>> = {
  'LAB-05': 'HBA1C',
  'LAB-10': 'HPAG',
  'LAB-16': 'CRP',
  'LAB-19': 'HBSAG',
  'LAB-20': 'VDRL',
  'LAB-21': 'AFB',
  'LAB-24': 'TNI',
}
const profileOf: Readonly<Record<string, string>> = {
  'LAB-08': 'UC',
  'LAB-15': 'LIPID',
  'LAB-22': 'THYROID',
  'LAB-23': 'SWABC',
}
/** Tests of the house's own: code, item, specimen, choices or unit. */
const ownTests = [
  { code: 'SALM', item: 'LAB-17', specimen: 'STL', kind: 'qualitative', choices: ['Negative', 'Positive'], unit: null },
  { code: 'BRUC', item: 'LAB-18', specimen: 'SER', kind: 'qualitative', choices: ['Negative', 'Positive'], unit: null },
  { code: 'HIVVL', item: 'LAB-25', specimen: 'EDTA', kind: 'quantitative', choices: [], unit: '{copies}/mL' },
] as const

const link = (table: 'lab_panels' | 'lab_profiles') =>
  `update ${table} p set item_id = t.id from unnest($1::text[], $2::text[]) w (item, code) join items t on t.code = w.item where p.code = w.code and p.item_id is null`

/** Gives the demonstration clinic the starter's tests, each charged as an item of its price list, and the tests of its own. */
export const loadTests = async (client: Client, now: Date): Promise<void> => {
  await client.query(`delete from lab_panels where code ~ '^T[0-9]+$'`)
  await addStarterTests(dbOn(client), now)
  await linkTests(client)
}

const linkTests = async (client: Client) => {
  await client.query(link('lab_panels'), [Object.keys(panelOf), Object.values(panelOf)])
  await client.query(link('lab_profiles'), [Object.keys(profileOf), Object.values(profileOf)])
  for (const { code, item, specimen, kind, choices, unit } of ownTests)
    await client.query(
      `insert into lab_panels (code, name, kind, specimen_id, section, unit, choices, item_id, turnaround_minutes, position)
       select $1, t.name, $4, s.id, 'Serology', $6, $5, t.id, 240, 900 from items t, lab_specimens s where t.code = $2 and s.code = $3
       on conflict do nothing`,
      [
        code,
        item,
        specimen,
        kind,
        JSON.stringify(choices.map((value) => ({ value, flag: value === 'Positive' ? 'abnormal' : 'normal' }))),
        unit,
      ],
    )
  // Where malaria is daily bread, a positive test is treated at once and nobody is called about it.
  await client.query(
    `update lab_panels set choices = replace(choices::text, '"critical"', '"abnormal"')::jsonb where code in ('MRDT', 'MPS')`,
  )
}

/** The items of the demonstration that are called as the starter's, by code of the test or profile. */
const ownItemOf = (entries: readonly { code: string; name: string; item?: string }[]): [string, string][] =>
  entries.flatMap(({ code, name, item }) => {
    const called = [name, starterItems.find((starter) => item !== undefined && starter.code === item)?.name].map((one) =>
      one?.toLowerCase(),
    )
    const own = items.find((one) => called.includes(one.name.toLowerCase()))
    return own ? [[own.code, code]] : []
  })

/** The same in a clinic with a catalogue of its own: what it charges for its tests gives way, and is put back when all is loaded. */
export const loadTestsInside = async (client: Client, now: Date): Promise<void> => {
  await addStarterTests(dbOn(client), now)
  await client.query('update lab_panels set item_id = null where item_id is not null')
  await client.query('update lab_profiles set item_id = null where item_id is not null')
  const tables = [
    ['lab_profiles', ownItemOf(starterProfiles)],
    ['lab_panels', ownItemOf(starterPanels)],
  ] as const
  const given = new Set<string>()
  for (const [table, entries] of tables) {
    const free = entries.filter(([item]) => !given.has(item))
    await client.query(link(table), [free.map(([item]) => item), free.map(([, code]) => code)])
    for (const [item] of free) given.add(item)
  }
  await linkTests(client)
}
