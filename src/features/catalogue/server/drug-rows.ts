import { z } from 'zod'
import { saysNothing } from '#platform/csv/day.ts'
import type { ImportNote, ImportRow, ImportSettings } from '#platform/imports/kind.ts'
import { dictionary } from '#shared/dictionary.ts'
import { line } from '#shared/text.ts'
import { ItemCategory, itemCategories } from '../contract.ts'
import { itemCells } from './csv-columns.ts'
import type { ItemCells } from './plan-items.ts'

/** Words of price lists for the categories of the catalogue. */
const CATEGORIES = dictionary<(typeof itemCategories)[number]>({
  ...Object.fromEntries(itemCategories.map((one) => [one, one])),
  ...Object.fromEntries(
    [
      'drugs',
      'medicine',
      'medicines',
      'medication',
      'medications',
      'pharmaceutical',
      'pharmaceuticals',
      'pharmacy',
      'médicament',
      'médicaments',
      'dawa',
    ].map((word) => [word, 'drug']),
  ),
  ...Object.fromEntries(
    ['lab', 'labs', 'lab test', 'laboratory test', 'laboratory tests', 'laboratoire', 'maabara', 'test'].map((word) => [
      word,
      'laboratory',
    ]),
  ),
  ...Object.fromEntries(
    ['radiology', 'x-ray', 'xray', 'ultrasound', 'imagerie', 'radiologie', 'radiolojia'].map((word) => [word, 'imaging']),
  ),
  ...Object.fromEntries(
    ['consumables', 'supplies', 'non-pharmaceutical', 'non pharmaceuticals', 'commodity', 'consommable', 'consommables'].map((word) => [
      word,
      'consumable',
    ]),
  ),
  ...Object.fromEntries(['consultations', 'consult', 'visit'].map((word) => [word, 'consultation'])),
  ...Object.fromEntries(['procedures', 'minor surgery', 'surgery', 'theatre'].map((word) => [word, 'procedure'])),
})

const noneIsEmpty = (schema: z.ZodType<string, string>) =>
  z.string().transform((text, context): string | undefined => {
    if (saysNothing(text)) return undefined
    const read = schema.safeParse(text)
    if (read.success) return read.data
    context.addIssue({ code: 'custom', message: read.error.issues[0]?.message ?? 'Not valid.' })
    return z.NEVER
  })

/** The cells of items that come by file: those of the catalogue, and what makes a drug another one than its namesake. */
export const itemImportCells = ({ constants, remark }: Pick<ImportSettings, 'constants' | 'remark'>) => ({
  ...itemCells,
  code: noneIsEmpty(line(30)),
  // What is none of the catalogue's categories is judged with the row: lists of drugs have classes of drugs there.
  category: line(200).transform((text) => {
    const usual = constants['category']
    if (usual === undefined || CATEGORIES[text.toLowerCase()] !== undefined) return text
    remark(`“${text}” is not a known category: imported as ${usual}.`)
    return usual
  }),
  generic_name: noneIsEmpty(line(120)),
  strength: noneIsEmpty(line(120)),
  form: noneIsEmpty(line(60)),
})
type Cells = ReturnType<typeof itemImportCells>
export type ItemImportCells = { [K in keyof Cells]?: z.output<Cells[K]> }

const squeezed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}.%]+/gu, '')
const holds = (name: string, part: string) => squeezed(name).includes(squeezed(part).replace(/(?<=\p{L}{3})s$/u, ''))

/** What a drug is called in full: two that differ in strength or form are two items. */
export const fullName = ({
  name,
  generic_name,
  strength,
  form,
}: Pick<ItemImportCells, 'name' | 'generic_name' | 'strength' | 'form'>): string | undefined => {
  let full = name ?? generic_name
  if (full === undefined) return undefined
  const dose = strength?.replaceAll(/(?<=\d)\s*(?=[a-zµ%])/gi, ' ').replace(' %', '%')
  const shape = form
    ?.toLowerCase()
    .replaceAll(/\b(tablet|capsule|suppository|pessary|sachet|vial|ampoule|patch|inhaler|injection|ointment|cream)s\b/g, '$1')
  if (generic_name !== undefined && !holds(full, generic_name)) full = `${full} (${generic_name})`
  if (strength !== undefined && !holds(full, strength)) full = `${full} ${dose}`
  if (form !== undefined && !holds(full, form)) full = `${full} ${shape}`
  return full
}

const UNITS = /\b(tablet|capsule|suppository|pessary|sachet|vial|ampoule|patch|inhaler|bottle|tube)s?\b/i

interface Validated {
  row: ImportRow<ItemCells>
  problems: { column: string; message: string }[]
  notes: ImportNote[]
}

/**
 * A row as the catalogue plans it: with its full name, and the category drug where the row says strength or form, or its name reads as a drug,
 * and no category of ours is said.
 */
export const asItemRow = ({ row, cells, values }: ImportRow<ItemImportCells>, isDrug: (name: string) => boolean): Validated => {
  const { generic_name: _name, strength, form, category: message, ...own } = values
  const { generic_name: _generic, strength: _strength, form: _form, category: text, ...ownCells } = cells
  const problems: Validated['problems'] = []
  const notes: ImportNote[] = []
  const name = fullName(values)
  if (name !== undefined && name.length > 120)
    problems.push({ column: 'name', message: 'The name with strength and form has more than 120 characters.' })
  const known = message === undefined ? undefined : CATEGORIES[message.toLowerCase()]
  const looksLikeDrug = strength !== undefined || form !== undefined || (name !== undefined && isDrug(name))
  const category = known ?? (looksLikeDrug ? 'drug' : undefined)
  if (message !== undefined && category === undefined)
    problems.push({ column: 'category', message: ItemCategory.safeParse(message).error?.issues[0]?.message ?? '' })
  if (known === undefined && category === 'drug')
    notes.push({
      column: 'category',
      text: text ?? '',
      message: message === undefined ? 'Imported as a drug.' : `“${message}” is not a known category: imported as a drug.`,
    })
  const unit = own.unit ?? (category === 'drug' ? UNITS.exec(form ?? '')?.[1]?.toLowerCase() : undefined)
  const all = { ...own, name, category, unit }
  const kept = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ItemCells
  const texts = Object.fromEntries(
    Object.entries(kept).map(([column, value]) => [column, (ownCells as Record<string, string>)[column] ?? String(value)]),
  )
  return { row: { row, cells: texts, values: kept }, problems, notes }
}
