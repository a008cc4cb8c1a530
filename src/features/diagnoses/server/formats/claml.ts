import { setImmediate } from 'node:timers/promises'
import { SaxesParser } from 'saxes'
import { fieldError } from '#platform/errors/problem.ts'
import type { FileTerm } from './terms.ts'

interface Entry {
  /** 'category', 'block' or 'chapter'; of what divides categories further, the modifier that it belongs to. */
  kind: string
  code: string
  title: string
  isDivided: boolean
  modifiers: string[]
  /** The divisions that a category allows, by modifier; all of them where none is named. */
  valid: Set<string>
}

/** True for ClaML, the XML in which WHO and ministries publish ICD-10. */
export const isClaml = (head: string): boolean => /<ClaML\b/.test(head)

const kindOfElement = { Class: 'kind', ModifierClass: 'modifier' } as const

/** So many letters are read at a time. */
const PIECE = 256 * 1024

/** Each class and modifier class with the preferred name of its rubrics. */
const entriesOf = async (xml: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  let entry: Entry | null = null
  let isPreferred = false
  const parser = new SaxesParser()
  parser.on('error', () => {
    throw fieldError('file', 'This XML file is damaged.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const code = attributes['code'] ?? ''
    if (name === 'Class' || name === 'ModifierClass') {
      entry = { kind: attributes[kindOfElement[name]] ?? '', code, title: '', isDivided: false, modifiers: [], valid: new Set() }
      entries.push(entry)
    } else if (entry && name === 'SubClass') entry.isDivided = true
    else if (entry && name === 'ModifiedBy') entry.modifiers.push(code)
    else if (entry && name === 'ValidModifierClass') entry.valid.add(code)
    else if (name === 'Rubric') isPreferred = attributes['kind'] === 'preferred'
  })
  parser.on('text', (text) => {
    if (entry && isPreferred) entry.title += text
  })
  parser.on('closetag', ({ name }) => {
    if (name === 'Rubric') isPreferred = false
    if (name === 'Class' || name === 'ModifierClass') entry = null
  })
  for (let at = 0; at < xml.length; at += PIECE) {
    parser.write(xml.slice(at, at + PIECE))
    // Others are served meanwhile.
    await setImmediate()
  }
  parser.close()
  return entries.map((one) => ({ ...one, title: one.title.replaceAll(/\s+/g, ' ').trim() }))
}

/** Of what may stand in the fourth place of a code: .0 to .9. */
const FOURTH = /^\.[0-9]$/

/**
 * The ICD-10 codes that may be used for a patient: categories that nothing divides, and what a modifier makes of a category of three
 * characters (E10 and .0 “With coma”). A fifth character, which tells the place of an injury, is left out.
 * Source: Classification Markup Language 2.0 (CEN/TS 14463).
 * @throws 400 on `file` when the XML is damaged.
 */
export const readClaml = async (xml: string): Promise<FileTerm[]> => {
  const entries = await entriesOf(xml)
  const divisions = Map.groupBy(
    entries.filter(({ code }) => FOURTH.test(code)),
    ({ kind }) => kind,
  )
  return entries.flatMap(({ kind, code, title, isDivided, modifiers, valid }, place) => {
    if (kind !== 'category') return []
    const row = place + 1
    const made = modifiers
      .flatMap((modifier) => divisions.get(modifier) ?? [])
      .filter((division) => valid.size === 0 || valid.has(division.code))
    if (!isDivided && code.length === 3 && made.length > 0)
      return made.map((division) => ({
        row,
        cells: { system: 'icd-10', code: code + division.code, title: `${title}: ${division.title}` },
      }))
    return isDivided ? [] : [{ row, cells: { system: 'icd-10', code, title } }]
  })
}
