import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStarterTests } from '#features/lab-catalogue/public.ts'
import { anInsurer, anItem } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { importer } from '../../testing/scenarios/import-file.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import { cleanUpImports } from './server/clean-up.ts'
import { workOn } from './server/work.ts'

let clinic: TestClinic
let boss: Person
let files: ReturnType<typeof importer>
beforeAll(async () => {
  clinic = await openTestClinic()
  boss = await clinic.signedInFrom('System administrator', 'sysadmin')
  files = importer(clinic, boss)
})
afterAll(() => clinic.close())

const rowsOf = (text: string) => parse<Record<string, string>>(text, { bom: true, columns: true })
const lines = (rows: readonly Record<string, string>[]) => rows.map((row) => JSON.stringify(row)).toSorted()
const sum = (n: number) => (n * (n + 1)) / 2
/** What the ledger says lies in a store, and what it is worth: once by movements, once by what is on hand. */
const worthOf = async (store: number) => {
  const { rows } = await sql<Record<'moved' | 'worth' | 'held' | 'held_worth', string>>`
    select coalesce(sum(m.quantity), 0)::text as moved, coalesce(sum(m.quantity * b.unit_cost), 0)::numeric(20, 6)::text as worth,
      (select coalesce(sum(quantity), 0)::text from batch_stock where store_id = ${store}) as held,
      (select coalesce(sum(s.quantity * b.unit_cost), 0)::numeric(20, 6)::text from batch_stock s join batches b on b.id = s.batch_id
        where s.store_id = ${store}) as held_worth
    from stock_movements m join batches b on b.id = m.batch_id where m.store_id = ${store}`.execute(clinic.db)
  const [one] = rows
  expect([one?.held, one?.held_worth]).toEqual([one?.moved, one?.worth])
  return [Number(one?.moved), one?.worth]
}

test('prices come list by list with their versions, change no past, and are taken back unless they were charged', async () => {
  const known = await anItem(clinic.db, '100.00', { code: 'KNOWN', category: 'procedure' })
  const fresh = await anItem(clinic.db, null, { code: 'FRESH', category: 'procedure' })
  await anInsurer(clinic.db, { [known.id]: '90.00' })
  const list = await clinic.db
    .selectFrom('price_lists')
    .select('name')
    .where('insurance_company_id', 'is not', null)
    .executeTakeFirstOrThrow()
  const file = [
    'Item code,Price list,Price,Co-pay percent,From,Until',
    'known,,120,,,',
    'KNOWN,,130,,01/09/2026,31/12/2026',
    `KNOWN,${list.name},"95,50",10,,`,
    'FRESH,,50,,2020-01-01,',
    'FRESH,,60,,2025-01-01,',
    'KNOWN,,1,,2019-01-01,',
    'KNOWN,Nowhere,1,,,',
    'NONE,,1,,,',
    'FRESH,,5,10,,',
    'fresh,,70,,2025-01-01,',
  ].join('\n')
  const one = await files.checked('prices', file)
  expect(one.counts).toMatchObject({ new: 5, refused: 4, duplicate: 1 })
  expect((await files.reported(one.id, 'refused')).map(([row, word]) => `${row} ${word}`)).toEqual([
    '7 valid_from: Past prices cannot be changed. Choose today or a later date.',
    '8 list: Price list not found.',
    '9 code: Item not found.',
    '10 co_pay_percent: Self-pay patients pay the full price: there is no co-pay.',
  ])
  expect((await files.run(one.id)).counts).toMatchObject({ created: 5 })
  const asked = async (item: number) =>
    (
      await clinic.db
        .selectFrom('prices')
        .select(['price', 'valid_from'])
        .where('item_id', '=', item)
        .orderBy('valid_from')
        .orderBy('price')
        .execute()
    ).map(({ price, valid_from }) => `${valid_from} ${price}`)
  expect(await asked(fresh.id)).toEqual(['2020-01-01 50.00', '2025-01-01 60.00'])
  expect(await asked(known.id)).toContain('2026-09-01 130.00')
  expect((await files.checked('prices', file)).counts).toMatchObject({ new: 0, same: 5 })

  // Somebody sets one of them anew: it is theirs now.
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  const cash = await clinic.db.selectFrom('price_lists').select('id').where('insurance_company_id', 'is', null).executeTakeFirstOrThrow()
  expect((await boss.call('PUT', `/catalogue/price-lists/${cash.id}/prices/${known.id}/`, { price: '125.00' })).status).toBe(200)
  const undone = await files.undo(one.id)
  expect(undone.counts).toMatchObject({ withdrawn: 4, kept: 1 })
  expect(await files.reported(one.id, 'kept')).toEqual([[2, 'This price has been changed since.']])
  expect(await asked(fresh.id)).toEqual([])
  expect(await asked(known.id)).toContain('2026-03-02 125.00')
  expect((await files.imported('prices', 'code,price\nFRESH,55\n')).counts).toMatchObject({ created: 1 })
})

test('opening stock is worth what the file says, is used only by those who use it, and what is untouched is taken back', async () => {
  const store = await aStore(clinic.db)
  const drugs = await Promise.all(['OA', 'OB', 'OC'].map((code) => aDrug(clinic.db, { code })))
  await aPack(clinic.db, drugs[0]!.id, 100, 'Box')
  const wanted = Array.from({ length: 60 }, (_, n) => ({
    code: ['OA', 'OB', 'OC'][n % 3],
    lot: `L${n}`,
    quantity: 1 + ((n * 37) % 90),
    cost: `${n % 7}.${(n * 131_071) % 999_983}`.slice(0, 7),
  }))
  const worth = wanted.reduce((sum, { quantity, cost }) => sum + quantity * Math.round(Number(cost) * 1e6), 0) + 200 * 2_500_000
  const file = [
    'Item code,Store,Batch,Expiry date,Qty,Buying price,Pack,Pack cost',
    ...wanted.map(({ code, lot, quantity, cost }) => `${code},${store.name},${lot},31/12/2027,${quantity},${cost},,`),
    `OA,${store.name},PACKED,2027-06,2,,Box,250`,
    `OA,${store.name},OLD,2020-01-01,2,1,,`,
    `OA,Nowhere,X,2027-01-01,2,1,,`,
    `OA,${store.name},L0,31/12/2027,1,0,,`,
  ].join('\n')
  const one = await files.imported('stock', file)
  expect(one.counts).toMatchObject({ created: 61, refused: 3 })
  const quantity = wanted.reduce((sum, row) => sum + row.quantity, 200)
  expect(await worthOf(store.id)).toEqual([quantity, (worth / 1e6).toFixed(6)])
  expect((await files.checked('stock', file)).counts).toMatchObject({ new: 0, same: 61 })

  const batch = await clinic.db.selectFrom('batches').select('id').where('lot', '=', 'L3').executeTakeFirstOrThrow()
  const used = {
    store: store.id,
    kind: 'damaged',
    reason: 'Broken',
    items: [{ batch: batch.id, state: 'usable', quantity: 1 }],
  }
  const written = await boss.call('POST', '/inventory/write-offs/', used)
  expect(written.status, written.text).toBe(201)
  const undone = await files.undo(one.id)
  expect(undone.counts).toMatchObject({ withdrawn: 60, kept: 1 })
  expect(await files.reported(one.id, 'kept')).toEqual([[5, 'The batch has since been used, moved or counted.']])
  expect((await worthOf(store.id))[0]).toBe(wanted[3]!.quantity - 1)
  // What was taken back whole may come again; an item that the store has moved by itself is counted.
  const again = await files.imported('stock', file)
  expect(again.counts).toMatchObject({ created: 40, same: 1, duplicate: 20, refused: 3 })
})

test('the template of opening stock holds the clinic’s own items, for those who may change them; lines left empty are passed over', async () => {
  const store = await aStore(clinic.db, { name: 'Template store' })
  const [filled, empty] = [await aDrug(clinic.db, { code: 'TPLA' }), await aDrug(clinic.db, { code: 'TPLB' })]
  for (const { id } of [filled, empty])
    await clinic.db
      .insertInto('stocked_items')
      .values({ item_id: id })
      .onConflict((on) => on.doNothing())
      .execute()
  const template = await boss.call('GET', '/imports/kinds/stock/template/')
  const own = rowsOf(template.text).filter(({ code }) => ['TPLA', 'TPLB'].includes(code ?? ''))
  expect(own).toMatchObject([
    { code: 'TPLA', quantity: '', store: '', unit_cost: '' },
    { code: 'TPLB', quantity: '', store: '', unit_cost: '' },
  ])
  const lines = rowsOf(template.text).map((row) =>
    row['code'] === 'TPLA' ? { ...row, store: store.name, quantity: '40', unit_cost: '2.50', lot: 'T1', expiry: '2030-01-31' } : row,
  )
  const names = Object.keys(own[0]!)
  const file = [names.join(','), ...lines.map((row) => names.map((name) => `"${row[name] ?? ''}"`).join(','))].join('\n')
  const one = await files.imported('stock', file)
  expect([one.counts.created, one.counts.refused], JSON.stringify(await files.reported(one.id, 'refused'))).toEqual([1, 0])
  const clerk = await clinic.signedInAs(['imports.run', 'stock.view'])
  expect((await clerk.call('GET', '/imports/kinds/stock/template/')).status).toBe(403)
  // A kind without rows of its own to fill in has examples.
  expect(rowsOf((await clerk.call('GET', '/imports/kinds/patients/template/')).text)).toHaveLength(2)
})

test('every kind goes out and comes into another clinic as it was', async () => {
  await addStarterTests(clinic.db, clinic.clock.now)
  await files.imported(
    'people',
    'email,first name,last name,role,telephone\nr1@x.example,Rehema,Salim,nurse,+254711000009\nr2@x.example,Otieno,Were,doctor,\n',
  )
  const ward = await aStore(clinic.db, { name: 'Round ward' })
  const drug = await aDrug(clinic.db, { code: 'ROUND' })
  await someStock(clinic.db, { item: drug.id, store: ward.id, quantity: 12, unit_cost: '1.333333' })
  await clinic.db
    .insertInto('stocked_items')
    .values({ item_id: drug.id })
    .onConflict((on) => on.doNothing())
    .execute()
  const other = await openTestClinic()
  try {
    const there = importer(other, await other.signedInFrom('System administrator', 'sysadmin'))
    for (const name of (await clinic.db.selectFrom('stores').select('name').execute()).map((one) => one.name))
      await other.db
        .insertInto('stores')
        .values({ name, kind: 'ward' })
        .onConflict((on) => on.doNothing())
        .execute()
    const insurer = await anInsurer(other.db, {})
    const mine = await clinic.db
      .selectFrom('price_lists')
      .select('name')
      .where('insurance_company_id', 'is not', null)
      .executeTakeFirstOrThrow()
    await other.db.updateTable('price_lists').set({ name: mine.name }).where('insurance_company_id', '=', insurer.id).execute()
    for (const kind of ['items', 'prices', 'people', 'stock', 'laboratory', 'lab_profiles', 'lab_ranges'] as const) {
      // Items bring today's cash prices along; the lists say since when each counts.
      if (kind === 'prices') await other.db.deleteFrom('prices').execute()
      const sent = await files.taken(kind)
      const one = await there.checked(kind, sent)
      expect([kind, one.counts.refused, one.counts.duplicate, await there.reported(one.id, 'refused')]).toEqual([kind, 0, 0, []])
      if (one.counts.new > 0) await there.run(one.id)
      const came = rowsOf(await there.taken(kind))
      expect(lines(came), kind).toEqual(expect.arrayContaining(lines(rowsOf(sent))))
      expect((await there.checked(kind, sent)).counts, kind).toMatchObject({ new: 0, refused: 0, duplicate: 0 })
    }
  } finally {
    await other.close()
  }
})

test('what is wrong with a test of the laboratory is told; what is right is written in the order of its formulas', async () => {
  const file = [
    'test code,test name,sample,unit,decimals,formula,options,loinc,for_sex',
    'ZRATIO,Z ratio,SER,%,1,ZA / ZB * 100,,,',
    'ZA,Z alpha,Serum,mmol/L,2,,,,Women',
    'ZB,Z beta,ser,mmol/L,2,,,,',
    'ZC,Z coded,SER,,,,Negative: normal; Positive: abnormal,,',
    'ZD,Z bad,Mud,mmol/L,2,,,,',
    'ZE,Z bad too,SER,,,NOTHERE + 1,,,',
    'ZF,Z bad code,SER,mmol/L,2,,,2823-4,',
    'ZA,Z again,SER,mmol/L,2,,,,',
    'ZG,Z bad sex,SER,mmol/L,2,,,,x',
  ].join('\n')
  const one = await files.imported('laboratory', file)
  expect(one.counts).toMatchObject({ created: 4, refused: 4, duplicate: 1 })
  expect((await files.reported(one.id, 'refused')).map(([row, word]) => `${row} ${String(word).slice(0, 20)}`)).toEqual([
    '6 specimen: No active ',
    '7 formula: No numeric ',
    '8 loinc: Invalid LOINC',
    '10 for_sex: Enter male ',
  ])
  const ranges = await files.imported(
    'lab_ranges',
    'code,sex,age from,age to,low,high\nZA,f,12 y,,1,2\nZA,m,12 y,,1,3\nZA,,,12 y,0,1\nZA,f,40 y,,1,2\nZQ,,,,1,2\nZA,x,,,1,2\nZB,,,,5,2\n',
  )
  expect(ranges.counts).toMatchObject({ created: 3, duplicate: 1, refused: 3 })
  const kept = await files.undo(one.id)
  expect(kept.counts).toMatchObject({ withdrawn: 3, kept: 1 })
  await files.undo(ranges.id)
  expect((await files.undo(one.id)).counts).toMatchObject({ withdrawn: 4, kept: 0 })
  const left = await clinic.db.selectFrom('lab_panels').select('code').where('code', 'like', 'Z%').where('is_active', '=', true).execute()
  expect(left).toEqual([])
  const corrected = await files.imported('laboratory', file.replace('Z alpha,Serum,mmol/L,2', 'Z alpha,Serum,g/L,1'))
  expect(corrected.counts).toMatchObject({ created: 4, refused: 4, duplicate: 1 })
  const alpha = await clinic.db.selectFrom('lab_panels').select(['unit', 'is_active', 'for_sex']).where('code', '=', 'ZA').execute()
  expect(alpha).toEqual([{ unit: 'g/L', is_active: true, for_sex: 'female' }])
})

test('a process that dies in the middle of a batch leaves nothing half: the import is gone on with, or undone whole', async () => {
  const store = await aStore(clinic.db)
  const codes = Array.from({ length: 1_200 }, (_, n) => `KILL${n}`)
  await clinic.db
    .insertInto('items')
    .values(codes.map((code) => ({ name: `Item ${code}`, code, category: 'drug' as const, unit: 'tablet' })))
    .execute()
  const one = await files.checked(
    'stock',
    `code,name,store,lot,expiry,quantity,unit_cost\n${codes.map((code, n) => `${code},,${store.name},A,2028-01-31,${n + 1},1.25\n`).join('')},Item KILL0,${store.name},A,2028-01-31,7777,1.25\n`,
  )
  // The last row names the first item by its name: what that opens is not opened once more.
  expect(one.counts).toMatchObject({ new: 1_201, refused: 0 })
  const owner = new Client({ connectionString: clinic.ownerUrl })
  await owner.connect()
  // The statement that writes the movement of so many units breaks off there and then, in the middle of the second batch.
  await owner.query(`create function die() returns trigger language plpgsql as
      'begin raise exception ''gone'' using errcode = ''58000''; end';
    create trigger die before insert on stock_movements for each row when (new.quantity = 1100) execute function die()`)
  expect((await boss.call('POST', `/imports/${one.id}/run/`, {})).status).toBe(202)
  await expect(workOn(files.context(), one.id)).rejects.toThrow()
  const stopped = await files.read(one.id)
  expect([stopped.state, stopped.counts]).toMatchObject(['stopped', { new: 201, created: 1_000 }])
  expect((await worthOf(store.id))[0]).toBe(sum(1_000))
  await owner.query('drop trigger die on stock_movements; drop function die')
  await owner.end()
  const whole = await files.run(one.id)
  expect([whole.state, whole.counts]).toMatchObject(['done', { new: 0, created: 1_200, duplicate: 1 }])
  expect(await worthOf(store.id)).toEqual([sum(1_200), (sum(1_200) * 1.25).toFixed(6)])

  // Undone as far as one batch, then gone on with by the job that finds it.
  const kill = new AbortController()
  expect((await boss.call('POST', `/imports/${one.id}/undo/`, {})).status).toBe(202)
  await workOn(
    files.context(kill.signal, () => kill.abort()),
    one.id,
  )
  const half = await files.read(one.id)
  expect([half.state, half.counts.withdrawn + half.counts.created]).toEqual(['undoing', 1_200])
  await workOn(files.context(), one.id)
  expect([(await files.read(one.id)).state, (await worthOf(store.id))[0]]).toEqual(['undone', 0])
})

test('when it cannot be taken back any more, the rows and the file of an import are thrown away', async () => {
  const now = new Date('2026-06-15T03:00:00Z')
  const { rows } = await sql<{ id: number; sha256: string }>`
    update imports set worked_at = ${new Date('2026-03-10T00:00:00Z')} where state = 'done' returning id, sha256`.execute(clinic.db)
  const [one] = rows
  const path = join(clinic.dataDir, 'files', one!.sha256.slice(0, 2), one!.sha256)
  expect(existsSync(path)).toBe(true)
  const clean = (at: Date) => cleanUpImports({ ...files.context(), now: at })
  await clean(new Date('2026-03-11T00:00:00Z'))
  expect((await files.read(one!.id)).is_cleaned).toBe(false)
  await clean(now)
  const after = await files.read(one!.id)
  expect([after.is_cleaned, after.counts.created > 0]).toEqual([true, true])
  expect((await boss.call('GET', `/imports/${one!.id}/sample/`)).json()).toEqual([])
  const { n } = await clinic.db.selectFrom('import_rows').select(sql<number>`count(*)`.as('n')).where('import_id', '=', one!.id).executeTakeFirstOrThrow() // prettier-ignore
  expect(n).toBe(0)
  expect((await boss.call('POST', `/imports/${one!.id}/undo/`, {})).json()).toMatchObject({ code: 'cleaned' })
  // Kept on disk just now, by the clock of the disk: it goes the next time, unless it is sent once more.
  await clean(new Date(Date.now() + 2 * 86_400_000))
})
