import { allergyWords, crossAllergies, groups, noAllergyWords, pairAllergies } from '../knowledge/substances.ts'
import type { SafetyInput, Warning } from '../rules.ts'
import { isIn } from './groups.ts'
import type { Checked } from './medicine.ts'
import { substancesIn } from './read-name.ts'
import { keyOf, oneLetterOff, substancesOf } from './substances.ts'
import { warningOf } from './warning.ts'

type Allergy = SafetyInput['allergies'][number]

/** Words of a reaction that make it a severe one, whatever the recorded severity says. */
const severeReactionWords =
  /anaphyla|angio-?o?edema|swell|breath|wheez|bronchospasm|collapse|shock|steven|johnson|sjs|\bten\b|necrolysis|dress|blister|peeling|intubat|hypotension/i

const { source, rows } = allergyWords
/** Groups within which an allergy to one member stops all. */
const stopping = rows.flatMap(({ groups: [group, ...more] }) => (group !== undefined && more.length === 0 ? [group] : []))
const phrases = rows
  .flatMap(({ words, groups: meant }) => words.map((phrase) => ({ phrase: keyOf(phrase), groups: meant })))
  .toSorted((a, b) => b.phrase.length - a.phrase.length)
const groupsOfWord = new Map(phrases.filter(({ phrase }) => !phrase.includes(' ')).map(({ phrase, groups }) => [phrase, groups]))
const none = new Set(noAllergyWords.rows.map(({ words }) => keyOf(words)))
/** Words around the name of what somebody is allergic to. */
const around =
  /\b(?:allerg(?:y|ies|ic)|to|reaction|reacts?|drugs?|medicines?|medications?|tablets?|injections?|antibiotics?|group|family|class|the|all|any|rash|rashes|itch|itching|hives|urticaria|anaphyla\w*|swelling|vomiting|mild|severe)\b/g

const SHORTEST_NAME = 4
/** Whether one name stands in the other, word for word: what both spell alike needs no list. */
const isNamedIn = (allergy: string, drug: string) => {
  const key = keyOf(allergy)
  return key.length >= SHORTEST_NAME && ` ${keyOf(drug)} `.includes(` ${key} `)
}

const groupsIn = (text: string) => {
  const key = ` ${keyOf(text)} `
  return new Set(
    phrases.filter(({ phrase }) => phrase.length >= SHORTEST_NAME && key.includes(` ${phrase} `)).flatMap(({ groups }) => groups),
  )
}

const meaningOf = ({ substance, category }: Allergy) => {
  const key = keyOf(substance)
  if (key === '' || none.has(key)) return null
  const found = new Set<string>()
  let rest = ` ${key} `
  for (const { phrase, groups } of phrases)
    if (rest.includes(` ${phrase} `)) {
      rest = rest.replaceAll(` ${phrase} `, ' / ')
      for (const group of groups) found.add(group)
    }
  const isDrug = category !== 'food' && category !== 'environment'
  if (isDrug)
    rest = rest.replaceAll(/[a-z]{7,}/g, (word) => {
      const meant = substancesOf(word) ? undefined : oneLetterOff(word, groupsOfWord)
      for (const group of meant ?? []) found.add(group)
      return meant ? '/' : word
    })
  const read = substancesIn(rest.replaceAll(around, ' '), isDrug)
  const isKnown = found.size > 0 || read.substances.length > 0
  return { ...read, groups: found, isUnchecked: isDrug && (!isKnown || read.isUnread) }
}

const isSevere = ({ severity, reaction, substance }: Allergy) =>
  severity === 'severe' || severity === 'life threatening' || severeReactionWords.test(`${substance} ${reaction ?? ''}`)

const matchOf = (allergy: Allergy, meaning: NonNullable<ReturnType<typeof meaningOf>>, line: Checked): Warning | null => {
  const about = { kind: 'allergy', source, at: line, with: allergy.substance } as const
  const values = { allergy: allergy.substance, drug: line.label }
  const sameTitle = allergy.is_intolerance ? 'sameIntolerance' : 'sameAllergy'
  const same = line.substances.find((one) => meaning.substances.includes(one))
  if (same !== undefined)
    return warningOf({
      ...about,
      severity: 'stop',
      rule: allergy.is_intolerance ? 'not-tolerated' : 'same-substance',
      about: [same],
      titleKey: sameTitle,
      values: { ...values, substance: same },
      detail: allergy.reaction ? `Recorded reaction: ${allergy.reaction}` : 'Choose another medicine.',
    })

  if (line.isUnknown && isNamedIn(allergy.substance, line.name))
    return warningOf({
      ...about,
      severity: 'stop',
      rule: allergy.is_intolerance ? 'not-tolerated-name' : 'same-name',
      about: [keyOf(line.name)],
      titleKey: sameTitle,
      values: { ...values, substance: allergy.substance },
      detail: allergy.reaction ? `Recorded reaction: ${allergy.reaction}` : 'Choose another medicine.',
    })

  const own = new Set<string>([...meaning.groups, ...stopping.filter((group) => meaning.substances.some((one) => isIn(group, one)))])
  const named = line.isUnknown ? groupsIn(line.name) : null
  for (const group of own) {
    // "Penicillin 250 mg" names a group and no substance
    const member = line.substances.find((one) => isIn(group, one)) ?? (named?.has(group) ? keyOf(line.name) : undefined)
    if (member !== undefined)
      return warningOf({
        ...about,
        severity: 'stop',
        rule: `${allergy.is_intolerance ? 'not-tolerated-group' : 'group'}:${group}`,
        about: [member],
        titleKey: allergy.is_intolerance ? 'groupIntolerance' : 'groupAllergy',
        values: { ...values, group: groups.get(group)?.label ?? group },
        detail: allergy.reaction ? `Recorded reaction: ${allergy.reaction}` : 'Choose a medicine of another group.',
      })
  }
  // Relatives of an allergen share what the body reacts to; side effects are of the substance or its group.
  if (allergy.is_intolerance) return null
  const related = (id: string, member: string, detail: string) =>
    warningOf({
      ...about,
      severity: isSevere(allergy) ? 'stop' : 'note',
      rule: `related:${id}`,
      about: [member],
      titleKey: 'relatedAllergy',
      values,
      detail,
    })
  for (const { id, groups, detail, isSevereOnly } of crossAllergies.rows) {
    if (isSevereOnly && !isSevere(allergy)) continue
    const [one, two] = groups
    const sides = [own.has(one) ? two : null, own.has(two) ? one : null]
    const member = line.substances.find((name) => sides.some((side) => side !== null && isIn(side, name)))
    if (member !== undefined) return related(id, member, detail)
  }
  for (const { id, of, to, detail } of pairAllergies.rows) {
    const member = line.substances.find((name) => (meaning.substances.includes(of) && isIn(to, name)) || (own.has(to) && name === of))
    if (member !== undefined) return related(id, member, detail)
  }
  return null
}

/** What the recorded allergies forbid: the same substance, its group, its relatives; a note for what cannot be understood. */
export const checkAllergies = (first: Checked, lines: readonly Checked[], allergies: readonly Allergy[]): Warning[] =>
  allergies.flatMap((allergy) => {
    const meaning = meaningOf(allergy)
    if (!meaning) return []
    const found = lines.flatMap((line) => matchOf(allergy, meaning, line) ?? [])
    if (!meaning.isUnchecked) return found
    const unchecked = warningOf({
      kind: 'unchecked',
      severity: 'note',
      rule: 'unknown-allergy',
      about: [keyOf(allergy.substance)],
      at: first,
      with: allergy.substance,
      titleKey: 'unknownAllergy',
      values: { allergy: allergy.substance },
      detail: 'Compare it with the prescription yourself, or record it under the name of a substance or group.',
      source,
    })
    return [...found, unchecked]
  })
