import { tokensOf } from '../text/tokens.ts'
import { chest } from './names/chest.ts'
import { complaints } from './names/complaints.ts'
import { digestion } from './names/digestion.ts'
import { general } from './names/general.ts'
import { hereditary } from './names/hereditary.ts'
import { infections } from './names/infections.ts'
import { injuries } from './names/injuries.ts'
import { metabolism } from './names/metabolism.ts'
import { mind } from './names/mind.ts'
import { movement } from './names/movement.ts'
import { neoplasms } from './names/neoplasms.ts'
import { pelvis } from './names/pelvis.ts'
import type { NamedDisease } from './names/rows.ts'
import { senses } from './names/senses.ts'
import { signs } from './names/signs.ts'
import type { Unit } from './units.ts'
import { unitsOf } from './units.ts'

export interface Entry {
  name: string
  code?: string
  type: 'diagnosis' | 'symptom'
  /** A short form, which only counts as it is written here. */
  written?: string
}

interface Node {
  next: Map<string, Node>
  entry?: Entry
}

const root: Node = { next: new Map() }

// Short forms that are no words, so they count in small letters too.
const TYPED_SMALL = new Set(
  'htn dm2 t2dm uti utis urti lrti pud ccf chf copd gerd gord hiv stis dvt pih pph bph ckd pcos ptb tb dm cva rti sti covid dka ptsd adhd'.split(
    ' ',
  ),
)

const isShort = (name: string) =>
  /^[A-Z0-9][A-Za-z0-9/]{0,6}$/.test(name) && /[A-Z].*[A-Z]|^[A-Z]\d/.test(name) && !TYPED_SMALL.has(name.toLowerCase())

const add = (name: string, entry: Omit<Entry, 'written'>) => {
  let node = root
  for (const { text } of unitsOf({ text: name, tokens: tokensOf(name), sentences: [{ start: 0, end: name.length }] })) {
    const next: Node = node.next.get(text) ?? { next: new Map() }
    node.next.set(text, next)
    node = next
  }
  node.entry ??= isShort(name) ? { ...entry, written: name } : entry
}

const addAll = (rows: readonly NamedDisease[], always?: 'symptom') => {
  for (const { name, code, synonyms } of rows) {
    const type = always ?? (code?.startsWith('R') ? 'symptom' : 'diagnosis')
    for (const one of [name, ...synonyms]) add(one, { name, type, ...(code === undefined ? {} : { code }) })
  }
}

const diagnoses = [
  hereditary,
  general,
  infections,
  neoplasms,
  metabolism,
  mind,
  senses,
  chest,
  digestion,
  movement,
  pelvis,
  signs,
  injuries,
].flat()

// The first to claim a name keeps it.
addAll(complaints, 'symptom')
addAll(diagnoses.filter(({ isRelative }) => !isRelative))
addAll(diagnoses.filter(({ isRelative }) => isRelative))

const isWritten = ({ written }: Entry, units: readonly Unit[], from: number, to: number) => {
  if (written === undefined) return true
  const raw = units
    .slice(from, to)
    .map((unit) => unit.raw)
    .join('')
  return raw === written || raw === `${written}s`
}

/** The longest name of the lexicon that begins at a unit, and the unit after it. */
export const nameAt = (units: readonly Unit[], from: number): { entry: Entry; to: number } | undefined => {
  let node: Node | undefined = root
  let found: { entry: Entry; to: number } | undefined
  for (let at = from; at < units.length; at++) {
    node = node.next.get(units[at]!.text)
    if (!node) break
    if (node.entry && isWritten(node.entry, units, from, at + 1)) found = { entry: node.entry, to: at + 1 }
  }
  return found
}
