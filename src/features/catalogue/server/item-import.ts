import { sql } from 'kysely'
import { Problems } from '#platform/csv/problems.ts'
import { findDependents } from '#platform/db/dependents.ts'
import type { Db } from '#platform/db/connect.ts'
import { importKind, type ImportRow, type ImportWork, type Verdict } from '#platform/imports/kind.ts'
import { findWithdrawn } from '#platform/imports/withdrawn.ts'
import { asItemRow, fullName, itemImportCells, type ItemImportCells } from './drug-rows.ts'
import { findKnown, writeItems } from './import-items.ts'
import { matchRows } from './match-rows.ts'
import { type ItemCells, type Known, planItems, type PlannedItem } from './plan-items.ts'
import { lockCashList } from './price-lists.ts'
import { endPrices } from './prices.ts'
import { cashPriceAt, findToday } from './today.ts'

type Row = ImportRow<ItemCells>
/** Whether a name, such as "Amoxicillin 250 mg caps", is that of a drug; the features above the catalogue know. */
type IsDrug = (name: string) => boolean

/** What a row that means an item of the catalogue would change there is left to the catalogue's own import. */
const verdictOf = (
  file: Row,
  match: Awaited<ReturnType<typeof matchRows>>[number],
  known: Known,
  withdrawn: ReadonlySet<number>,
): Verdict<PlannedItem> => {
  const there = known.items.get(match.by_code ?? match.by_name ?? 0)
  // What an import brought and its undoing took out of use comes back with what the file says now.
  const isBack = there !== undefined && !there.is_active && withdrawn.has(there.id) && file.values.active !== false
  const row = isBack ? { ...file, cells: { ...file.cells, active: 'yes' }, values: { ...file.values, active: true } } : file
  const problems = new Problems()
  const once = { ...match, code_again: false, name_again: false }
  const { added, changed } = planItems([row], [row.values], [once], known, problems)
  if (problems.count > 0) return { state: 'refused', problems: problems.errors.map(({ field, message }) => ({ column: field, message })) }
  const [fresh] = added
  if (fresh) return { state: 'new', plan: fresh }
  if (isBack && changed[0]) return { state: 'new', plan: changed[0] }
  if (there && !there.is_active && row.values.active !== false)
    return { state: 'duplicate', message: 'This item is inactive: reactivate it in the catalogue.', resembles: there.name }
  if (changed.length === 0) return { state: 'same' }
  return {
    state: 'duplicate',
    message: 'This item is already in the catalogue with other values, which stay.',
    resembles: there?.name ?? null,
  }
}

const validateItems = async ({ db, now }: ImportWork, rows: readonly Row[], { hold }: { hold: boolean }) => {
  // Held before the items, as everybody does who sets prices.
  if (hold) await lockCashList(db)
  const keys = rows.map(({ row, values }) => ({ row, code: values.code, name: values.name }))
  const matches = await matchRows(db, keys, { hold })
  const known = await findKnown(db, matches, now)
  const idle = [...known.items.values()].flatMap(({ id, is_active }) => (is_active ? [] : [id]))
  const withdrawn = await findWithdrawn(db, 'items', idle)
  return rows.map((row, place) => verdictOf(row, matches[place]!, known, withdrawn))
}

const validateWith =
  (isDrug: IsDrug) =>
  async (work: ImportWork, rows: readonly ImportRow<ItemImportCells>[], options: { hold: boolean }): Promise<Verdict<PlannedItem>[]> => {
    const read = rows.map((row) => asItemRow(row, isDrug))
    const verdicts = await validateItems(
      work,
      read.map(({ row }) => row),
      options,
    )
    return verdicts.map((verdict, place) => {
      const { problems, notes } = read[place]!
      if (problems.length > 0)
        return { state: 'refused', problems: [...problems, ...(verdict.state === 'refused' ? verdict.problems : [])] }
      return verdict.state === 'new' ? { ...verdict, notes } : verdict
    })
  }

/** Headings of lists that hold drugs and nothing else. */
const DRUG_LIST = /\b(?:drugs?|medicines?|medications?|m[eé]dicaments?|dawa|generic|inn|dci|formulary|molecule)\b/i

const create = async (work: ImportWork, items: readonly PlannedItem[]) => {
  const list = await lockCashList(work.db)
  const { today } = await findToday(work.db, work.now)
  const [added, changed] = [items.filter(({ id }) => id === null), items.filter(({ id }) => id !== null)]
  const ids = (await writeItems(work, list.id, { added, changed }, today)).values()
  return items.map(({ id }) => id ?? ids.next().value!)
}

const whyKept = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; version: number; is_active: boolean }>`
    select id, version, is_active from items where id = any(${ids}::integer[]) order by id for no key update`.execute(db)
  const { rows: priced } = await sql<{ item_id: number }>`
    select distinct p.item_id from prices p join price_lists l on l.id = p.price_list_id
    where p.item_id = any(${ids}::integer[]) and l.insurance_company_id is not null`.execute(db)
  // What is kept in stock has a row there from the beginning; what counts is what hangs on that.
  const dependents = new Map([
    ...(await findDependents(db, 'items', ids, ['prices', 'stocked_items'])),
    ...(await findDependents(db, 'stocked_items', ids, [])),
  ])
  const elsewhere = new Set(priced.map(({ item_id }) => item_id))
  const kept = new Map<number, string>()
  for (const { id, version, is_active } of rows) {
    if (!is_active && version > 1) kept.set(id, 'The item is already inactive.')
    else if (dependents.has(id) || elsewhere.has(id)) kept.set(id, 'Charges, stock, prices or other records use this item.')
    else if (version > 1) kept.set(id, 'The item has been changed since.')
  }
  return kept
}

/** Takes items out of use, and ends their prices. */
const withdraw = async ({ db, now, audit, publish }: ImportWork, ids: readonly number[]) => {
  const list = await lockCashList(db)
  const { today } = await findToday(db, now)
  await sql`update items set is_active = false, version = version + 1 where id = any(${ids}::integer[])`.execute(db)
  for (const id of ids) {
    await endPrices(db, list.id, id, today)
    audit('change', { entity: 'item', id, change: { is_active: [true, false] } })
  }
  publish('catalogue')
  return new Map<number, string>()
}

const page = async (db: Db, now: Date, { after, limit }: { after: number; limit: number }) => {
  const { rows } = await sql<{ id: number; cells: Record<string, string | null> }>`
    select items.id, json_build_object('code', items.code, 'name', items.name, 'category', items.category, 'unit', items.unit,
      'department', d.name, 'tax_class', t.name, 'price', ${cashPriceAt(now)}::text, 'active', items.is_active::text) as cells
    from items join tax_classes t on t.id = items.tax_class_id left join departments d on d.id = items.department_id
    where items.id > ${after} and not items.is_external order by items.id limit ${limit}`.execute(db)
  return rows
}

/** Items of the catalogue with their cash prices as a file. */
export const itemImportWith = (isDrug: IsDrug) =>
  importKind<ItemImportCells, PlannedItem>({
    columns: [
      {
        name: 'code',
        synonyms: [
          'item code',
          'product code',
          'material code',
          'stock code',
          'sku',
          'service code',
          'drug code',
          'medicine id',
          'item id',
          'code article',
          'nda reg number',
          'registration no',
        ],
        examples: ['AMX500', 'CONS'],
      },
      {
        name: 'name',
        synonyms: [
          'item',
          'item name',
          'trade name',
          'brand name',
          'service',
          'service name',
          'drug',
          'drug name',
          'medicine name',
          'name of drug',
          'product',
          'product name',
          'full product name',
          'item description',
          'description',
          'procedure',
          'test name',
          'désignation',
          'dénomination',
          'libellé',
          'nom',
          'nom du médicament',
          'jina la dawa',
          'jina',
        ],
        examples: ['Amoxicillin 500 mg capsules', 'Consultation, specialist'],
      },
      {
        name: 'generic_name',
        synonyms: ['generic', 'generic name', 'inn', 'inn of api', 'molecule', 'active ingredient', 'dci', 'substance'],
        isAlternative: true,
        examples: ['', ''],
      },
      {
        name: 'strength',
        synonyms: ['strength', 'dosage', 'dose', 'dosage strength', 'concentration', 'nguvu', 'strength unit'],
        isAlternative: true,
        examples: ['', ''],
      },
      {
        name: 'form',
        synonyms: [
          'dosage form',
          'dose form',
          'drug form',
          'pharmaceutical form',
          'formulation',
          'preparation',
          'presentation',
          'forme',
          'forme galénique',
          'forme pharmaceutique',
        ],
        isAlternative: true,
        examples: ['', ''],
      },
      {
        name: 'category',
        synonyms: [
          'item category',
          'product category',
          'type',
          'item type',
          'product type',
          'group',
          'item group',
          'kind',
          'catégorie',
          'aina',
        ],
        examples: ['drug', 'consultation'],
      },
      {
        name: 'unit',
        synonyms: ['unit of measure', 'unit of issue', 'issue unit', 'units', 'uom', 'unité', 'kipimo'],
        examples: ['capsule', 'each'],
      },
      { name: 'department', synonyms: ['dept', 'service point', 'département', 'idara'], examples: ['', ''] },
      { name: 'tax_class', synonyms: ['tax', 'vat', 'vat class', 'taxe'], examples: ['', ''] },
      {
        name: 'price',
        synonyms: [
          'selling price',
          'cash price',
          'unit price',
          'retail price',
          'price per unit',
          'price ksh',
          'price kes',
          'mrp',
          'amount',
          'rate',
          'fee',
          'charge',
          'tariff',
          'prix',
          'prix unitaire',
          'prix de vente',
          'bei',
        ],
        examples: ['15.00', '1500.00'],
      },
      { name: 'active', isForgiving: true, synonyms: ['in use', 'enabled', 'is active', 'status'], examples: ['yes', 'yes'] },
    ],
    rights: { run: 'catalogue.change', undo: 'catalogue.change', read: 'prices.view', columns: { price: 'prices.change' } },
    cells: itemImportCells,
    needs: [['name', 'generic_name']],
    propose: (mapped, headings): Readonly<Record<string, string>> =>
      !mapped.has('category') &&
      (['strength', 'form', 'generic_name'].some((column) => mapped.has(column)) || headings.some((heading) => DRUG_LIST.test(heading)))
        ? { category: 'drug' }
        : {},
    keysOf: ({ code, ...values }) => {
      const name = fullName(values)
      return [...(code === undefined ? [] : [`code ${code.toLowerCase()}`]), ...(name === undefined ? [] : [`name ${name.toLowerCase()}`])]
    },
    validate: validateWith(isDrug),
    create,
    whyKept,
    withdraw,
    page,
  })
