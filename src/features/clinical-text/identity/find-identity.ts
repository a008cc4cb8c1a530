import { foldInPlace } from './fold.ts'
import { anyLabel, labels, type Label } from './labels.ts'
import { readBirth } from './read-birth.ts'
import { readName } from './read-name.ts'
import type { IdentityField, IdentityStatement, Strength } from '../contract.ts'

const units: readonly (readonly [string, RegExp])[] = [
  ['years', /^(?:years?|yrs?|y\/o|yo|y|ans?|miaka|mwaka)$/],
  ['months', /^(?:months?|mths?|mos?|m|mois|miezi|mwezi)$/],
  ['weeks', /^(?:weeks?|wks?|w|semaines?|wiki)$/],
  ['days', /^(?:days?|d|jours?|j|siku)$/],
]
const AGE =
  /^(?:about |approx(?:imately)?\.? |~ ?)?(\d{1,3})(?:\.\d)?\s{0,2}-?(years?|yrs?|y\/o|yo|y|ans?|miaka|mwaka|months?|mths?|mos?|mois|miezi|mwezi|m|weeks?|wks?|w|semaines?|wiki|days?|d|jours?|j|siku)?(?![\p{L}\d])/u

// Swahili: miaka 5.
const UNIT_FIRST = /^(miaka|mwaka|miezi|mwezi|wiki|siku) (\d{1,3})(?!\d)/

/** The age that a folded text begins with, as "34 years"; null where it begins with none. */
const readAge = (folded: string): { length: number; value: string } | null => {
  const unitFirst = UNIT_FIRST.exec(folded)
  if (unitFirst)
    return { length: unitFirst[0].length, value: `${Number(unitFirst[2])} ${units.find(([, pattern]) => pattern.test(unitFirst[1]!))![0]}` }
  const found = AGE.exec(folded)
  if (!found) return null
  const unit = units.find(([, pattern]) => pattern.test(found[2] ?? 'y'))?.[0] ?? 'years'
  const count = Number(found[1])
  if (unit === 'years' && count > 125) return null
  return { length: found[0].length, value: `${count} ${unit}` }
}

const FEMALE = 'female|feminine?|feminin|femme|woman|girl|lady|f|fem|mke|kike|ke|mwanamke|msichana|fille'
const MALE = 'male|masculine?|masculin|homme|man|boy|gentleman|m|h|mume|kiume|me|mwanaume|mvulana|garcon'
const SEX = new RegExp(String.raw`^[\s[(]{0,2}(?:(${FEMALE})|(${MALE}))(?![\p{L}])\.?`, 'u')
/** Both words side by side are a form that was not filled in. */
const BOTH = new RegExp(String.raw`^[\s[\]()_☐□/|,-]{0,6}(?:or )?(?:${FEMALE}|${MALE})(?![\p{L}\d/])`, 'u')

/** The sex that a folded text begins with; null where it begins with none, or offers both. */
const readSex = (folded: string): { length: number; value: 'female' | 'male' } | null => {
  const found = SEX.exec(folded)
  if (!found) return null
  const other = BOTH.exec(folded.slice(found[0].length))
  if (other && SEX.exec(other[0].replace(/^[^\p{L}]+(?:or )?/u, ''))?.[1] !== found[1]) return null
  return { length: found[0].length, value: found[1] ? 'female' : 'male' }
}

/** The code (letters, digits, strokes) that a text begins with; null where it has no digit or is too short to be one. */
const readCode = (text: string): { length: number; value: string } | null => {
  const found = /^[#:\s]{0,2}([A-Za-z0-9](?:[A-Za-z0-9]|[-/.](?=[A-Za-z0-9])){2,29})(?![A-Za-z0-9])/.exec(text)
  if (!found || !/\d/.test(found[1]!)) return null
  return { length: found[0].length, value: found[1]! }
}
/** The telephone number that a text begins with; null where it begins with none. */
const readPhone = (text: string): { length: number; value: string } | null => {
  const found = /^\s?(\+?\d[\d ()-]{6,18}\d)(?!\d)/.exec(text)
  return found ? { length: found[0].length, value: found[1]!.replaceAll(/[^\d+]/g, '') } : null
}

/** Relatives and others who stand beside a patient: what follows such a word is not said of the patient. */
const RELATIVES =
  'mothers?|fathers?|parents?|guardians?|next of kin|nok|kin|husband|wife|spouse|partner|brother|sister|sibling|son|daughter|uncle|aunt|cousin|nephew|niece|grand(?:mother|father|parent)|caregiver|caretaker|carer|emergency contact|contact person|treatment supporter|informant|accompanied by|escort|brought by|insured|policy ?holder|principal(?: member)?|subscriber|guarantor|sponsor|employer|donor|index case|family history|mama|baba|mzazi|ndugu|mume|mke|jamaa|mere|pere|conjoint|epoux|epouse|tuteur|tutrice|personne a (?:contacter|prevenir)'
/** Those who work with the patient: names and telephones behind such a word are theirs. */
const STAFF =
  'doctors?|dr|physician|clinician|consultant|surgeon|anaesthetist|radiologist|pathologist|prescriber|prescribed by|nurse|midwife|pharmacist|technologist|technician|officer|referring|referred (?:by|to|from)|requested by|requesting|ordered by|reported by|verified by|approved by|reviewed by|seen by|signed(?: by)?|signature|attending|dispensed by|collected by|received by|prepared by|authori[sz]ed by|designation|hospital|clinic|facility|laboratory|dispensary|pharmacy|ward|department|medecin|infirmi(?:er|ere)|medecin traitant|daktari|muuguzi|prescripteur'
const PATIENT = "patient(?:'s|’s|s)?|client(?:'s|’s)?|pt|mgonjwa|malade|child's|baby's|infant's"

const owners = new RegExp(
  String.raw`(?<![\p{L}])(?:(?<relative>${RELATIVES})|(?<staff>${STAFF})|(?<patient>${PATIENT}))(?:'s|’s)?(?![\p{L}])`,
  'giu',
)

type Owner = 'patient' | 'relative' | 'staff'

/** Whom the last words of `before` speak of; undefined where no word says. `before` is folded. */
const ownerBefore = (before: string): Owner | undefined => {
  let last: Owner | undefined
  for (const { groups } of before.matchAll(owners)) last = groups?.['relative'] ? 'relative' : groups?.['staff'] ? 'staff' : 'patient'
  return last
}

const heading = new RegExp(
  String.raw`^[\s\d.)•*#-]*(?:(?<relative>(?:${RELATIVES})|(?<staff>(?:referring |requesting |attending )?(?:doctor|physician|clinician|consultant|prescriber|facility|hospital|laboratory)))(?:'s|’s|s)?)(?: (?:details|information|particulars|data|section|use only))?\s*:?\s*$`,
  'iu',
)
/** Whom the lines below a heading speak of, until a blank line; undefined for a line that is none. */
const ownerBelow = (line: string): Owner | undefined => {
  const found = heading.exec(line)
  if (!found) return undefined
  return found.groups?.['staff'] ? 'staff' : 'relative'
}

const relativeWord = new RegExp(String.raw`(?<![\p{L}])(?:${RELATIVES})(?![\p{L}])`, 'iu')
/** True where some words speak of a relative. */
const namesRelative = (words: string): boolean => relativeWord.test(words)

/** More than this a page does not say of its patient. */
const MOST = 60
const LONGEST_LINE = 1_000
const LONGEST_TEXT = 120

interface Line {
  text: string
  folded: string
  /** Whom a heading above speaks of. */
  owner: Owner | undefined
  isSignature: boolean
}

const SIGNATURE = /(?<![\p{L}])(?:sign(?:ed|ature)?|designation|stamp|licen[cs]e|cadre|rank|for (?:lab|official) use)(?![\p{L}])/u

const toLines = (text: string): Line[] => {
  let owner: Owner | undefined
  return text.split(/\r?\n|\f/).map((whole) => {
    const line = whole.slice(0, LONGEST_LINE)
    const folded = foldInPlace(line)
    const below = ownerBelow(folded)
    if (folded.trim() === '' || /^\s*(?:patient|client|mgonjwa)/.test(folded)) owner = undefined
    const own = owner
    if (below) owner = below
    return { text: line, folded, owner: own, isSignature: SIGNATURE.test(folded) }
  })
}

const statement = (field: IdentityField, strength: Strength, text: string, values: string[], kind?: string): IdentityStatement => ({
  field,
  strength,
  text: text.trim().replaceAll(/\s+/g, ' ').slice(0, LONGEST_TEXT),
  values,
  ...(kind && { kind }),
})

const SEPARATOR = /^[ \t]*(?:[:=]|[-–—.](?=[ \t]))?[ \t:]*/
/** Where the value of a label begins in the line, or null where what must stand between is not there. */
const valueAt = (line: Line, end: number, { between }: Label): number | null => {
  const rest = line.text.slice(end)
  if (between === 'colon' && !/^[ \t]*[:=]/.test(rest)) return null
  return end + SEPARATOR.exec(rest)![0].length
}

/** A word that follows others is a label where it begins a line or a column, or stands behind the end of another value. */
const isOpening = (line: Line, start: number) => /(?:^|[\t|;,.)•*]|\s{2}|^\s*\d+[.)])\s*$/.test(line.folded.slice(0, start))
/** "Your name", "drug name": words that make it the label of something else. */
const ofAnother =
  /(?:drug|medicine|generic|brand|trade|test|product|user|file|company|facility|place|country|date|village|school|last|middle|your|his|her|their|my|no|the|same|'s) $/

interface PartOfName {
  line: number
  isFirst: boolean
  value: string
  text: string
}

const isOwn = (line: Line, start: number, field: Label['field']) => {
  const before = line.folded.slice(0, start)
  const owner = ownerBefore(before) ?? line.owner
  if (owner === 'relative') return false
  const isOfPerson =
    field === 'name' || field === 'first name' || field === 'last name' || field === 'phone' || field === 'number' || field === 'identifier'
  return !(owner === 'staff' && isOfPerson)
}

const readNameAt = (lines: readonly Line[], at: number, from: number, label: Label) => {
  const line = lines[at]!
  const options = { small: label.strength === 'patient' || label.words.includes('names?'), refusesStaff: label.strength !== 'patient' }
  const rest = line.text.slice(from)
  // Below its label, where the line ends with it.
  if (rest.trim() === '') {
    const next = lines[at + 1]
    if (!next || next.owner || anyStarts(next.folded)) return null
    return readName(next.text.trimStart(), options)
  }
  return readName(rest, options)
}
const anyStarts = (folded: string) => folded.trimStart().search(anyLabel) === 0

const fromLabels = (lines: readonly Line[]): IdentityStatement[] => {
  const found: IdentityStatement[] = []
  const parts: PartOfName[] = []
  for (const [at, line] of lines.entries()) {
    for (const match of line.folded.matchAll(anyLabel)) {
      const [group = ''] = Object.entries(match.groups ?? {}).find(([, words]) => words !== undefined) ?? []
      const label = labels[Number(group.slice(1))]!
      const { field, strength, kind } = label
      if (label.opens && !isOpening(line, match.index)) continue
      if (ofAnother.test(line.folded.slice(0, match.index)) || !isOwn(line, match.index, field)) continue
      const from = valueAt(line, match.index + match[0].length, label)
      if (from === null) continue
      const rest = line.text.slice(from)
      const folded = line.folded.slice(from)
      if (field === 'name') {
        const name = readNameAt(lines, at, from, label)
        if (!name) continue
        const isBare = strength === 'plain' && !label.words.includes('names?')
        if (isBare && name.words < 2) continue
        const isSigned = strength === 'plain' && lines.slice(at, at + 3).some(({ isSignature }) => isSignature)
        if (!isSigned) found.push(statement('name', strength, name.value, [name.value]))
      } else if (field === 'first name' || field === 'last name') {
        const name = readNameAt(lines, at, from, { ...label, words: 'names?' })
        if (name) parts.push({ line: at, isFirst: field === 'first name', value: name.value, text: name.value })
      } else if (field === 'birth') {
        const birth = readBirth(folded)
        if (birth) found.push(statement('birth', strength, rest.slice(0, birth.length), birth.values))
      } else if (field === 'age') {
        const age = readAge(folded)
        if (age) found.push(statement('age', strength, rest.slice(0, age.length), [age.value]))
      } else if (field === 'sex') {
        const sex = readSex(folded)
        if (sex) found.push(statement('sex', strength, rest.slice(0, sex.length), [sex.value]))
      } else if (field === 'age and sex') found.push(...readBoth(rest, folded, strength))
      else if (field === 'phone') {
        const phone = readPhone(rest)
        if (phone) found.push(statement('phone', strength, rest.slice(0, phone.length), [phone.value]))
      } else {
        const code = readCode(rest)
        if (code) found.push(statement(field, strength, code.value, [code.value], kind))
      }
    }
  }
  return [...found, ...joinParts(parts, found)]
}

/** "34 Y / F", "F, 34 years". */
const readBoth = (text: string, folded: string, strength: Strength): IdentityStatement[] => {
  const found: IdentityStatement[] = []
  let at = 0
  for (let steps = 0; steps < 2; steps += 1) {
    at += /^[\s/,&-]*/.exec(folded.slice(at))![0].length
    const age = readAge(folded.slice(at))
    const sex = age ? null : readSex(folded.slice(at))
    const read = age ?? sex
    if (!read) break
    found.push(statement(age ? 'age' : 'sex', strength, text.slice(at, at + read.length), [read.value]))
    at += read.length
  }
  return found
}

const NEAR = 3
/** First and last names that stand near each other are one name. A last name alone is none; a whole name of the page comes first. */
const joinParts = (parts: readonly PartOfName[], found: readonly IdentityStatement[]): IdentityStatement[] => {
  const first = parts.filter(({ isFirst }) => isFirst)
  const [last] = parts.filter(({ isFirst }) => !isFirst)
  const near = last ? first.filter(({ line }) => Math.abs(line - last.line) <= NEAR) : []
  if (near.length > 0) {
    const name = [...near.map(({ value }) => value), last!.value].join(' ')
    return [statement('name', 'patient', name, [name])]
  }
  // "Nom : KABEYA   Prénom : Marie".
  const surname = found.find(({ field, strength }) => field === 'name' && strength === 'plain')
  if (surname && first[0]) {
    const name = `${first[0].value} ${surname.values[0]}`
    surname.values = [name]
    surname.text = name.slice(0, LONGEST_TEXT)
  }
  return []
}

const COURTESY = String.raw`(?:Mr|Mrs|Ms|Miss|Master|Madam|Mme|Mlle|Madame|Monsieur|Bw|Bwana|Bi|MR|MRS|MS|MISS|Baby)`
const courtesy = new RegExp(String.raw`(?<![\p{L}])${COURTESY}\.?\s+(?=\p{Lu})`, 'gu')
const SAYS_WHO = /^[\s,;(]{1,3}(?:an? |aged? |dob|d\.o\.b|born|date of birth|\d{1,3}[ -]?(?:y|m\b)|f\b|m\b|female|male)/u
const ABOUT = /^\s*(?:re|ref|regarding|concerning|about|subject|objet|concerne|yah)\s*[:.–-]\s*/u

/** "Re: Mrs Jane Otieno, DOB 3/4/1980", "Mr John Otieno, a 45-year-old farmer". */
const fromLetters = (lines: readonly Line[]): IdentityStatement[] =>
  lines.flatMap((line) => {
    if (line.owner) return []
    const about = ABOUT.exec(line.folded)
    if (about) {
      const name = readName(line.text.slice(about[0].length), { small: false, refusesStaff: false })
      const rest = line.folded.slice(about[0].length + (name?.length ?? 0))
      const isStated =
        name &&
        name.words > 1 &&
        (name.hasTitle || SAYS_WHO.test(rest) || /(?<![\p{L}])(?:dob|age|sex|male|female|mrn|no)(?![\p{L}])/u.test(rest))
      return isStated ? [statement('name', 'patient', name.value, [name.value])] : []
    }
    return Array.from(line.text.matchAll(courtesy)).flatMap((match) => {
      const name = readName(line.text.slice(match.index), { small: false, refusesStaff: true })
      if (!name || name.words < 2) return []
      const rest = line.folded.slice(match.index + name.length)
      if (!SAYS_WHO.test(rest) || namesRelative(line.folded.slice(0, match.index)) || namesRelative(rest.slice(0, 40))) return []
      return [statement('name', 'plain', name.value, [name.value])]
    })
  })

const PERSON_LINE =
  /^[\s,;(–-]{1,4}(?:(?:sex|gender)[: ]+)?(female|male|f|m)[\s,;/)–-]{1,4}(?:age[d: ]+)?(\d{1,3})\s?-?(years?|yrs?|y\/o|yo|y|months?|mths?|mo|weeks?|wks?|days?)(?![\p{L}])/u
const PERSON_LINE_AGE_FIRST =
  /^[\s,;(–-]{1,4}(?:aged? )?(\d{1,3})\s?-?(years?|yrs?|y\/o|yo|y|months?|mths?|mo|weeks?|wks?|days?)(?: old)?[\s,;/–-]{0,4}(female|male|f|m)(?![\p{L}])/u

/** A line that is a name, a sex and an age, as letters have it below their head: "Jane Otieno, female, 45 years". */
const fromPersonLines = (lines: readonly Line[]): IdentityStatement[] =>
  lines.flatMap((line) => {
    if (line.owner || !/\d/.test(line.text)) return []
    const name = readName(line.text.trimStart(), { small: false, refusesStaff: true })
    if (!name || name.words < 2) return []
    const rest = line.folded.slice(line.text.length - line.text.trimStart().length + name.length)
    const [isFirst, isLast] = [PERSON_LINE.exec(rest), PERSON_LINE_AGE_FIRST.exec(rest)]
    const wording = isFirst ? [isFirst[1], isFirst[2], isFirst[3]] : isLast ? [isLast[3], isLast[1], isLast[2]] : null
    if (!wording) return []
    const [sex, count, unit] = wording as [string, string, string]
    const age = readAge(`${count} ${unit}`)
    return [
      statement('name', 'patient', name.value, [name.value]),
      statement('sex', 'patient', sex, [sex.startsWith('f') ? 'female' : 'male']),
      ...(age ? [statement('age', 'patient', `${count} ${unit}`, [age.value])] : []),
    ]
  })

const OLD =
  /(?<![\d.,/])(\d{1,3})[ -]?(years?|yrs?|yr|y|months?|month|mo|weeks?|week|days?|day)[ -]?old (?:\p{L}+ ){0,2}?(man|woman|male|female|boy|girl|lady|gentleman)(?![\p{L}])/u
const SHORT_FORMS: readonly RegExp[] = [
  /(?<![\p{L}\d.,/])(?<count>\d{1,3}) ?(?<unit>yrs?|y\/o|yo|y|yrs? old) ?[/, ]? ?(?<sex>M|F|[Mm]ale|[Ff]emale)(?![\p{L}\d])/u,
  /(?<![\p{L}\d.,/])(?<sex>M|F|[Mm]ale|[Ff]emale) ?[/, ]? ?(?<count>\d{1,3}) ?(?<unit>yrs?|y\/o|yo|y|years?)(?![\p{L}\d])/u,
]
const BEFORE = 60

/** The first sentence of a page that says who it is about: "a 34-year-old woman", "F 34 y". Others may be about other people. */
const fromSentences = (lines: readonly Line[]): IdentityStatement[] => {
  let isFamily = false
  for (const line of lines) {
    if (line.folded.trim() === '') isFamily = false
    if (/^\s*(?:family|social|birth|obstetric|contact)[ /]/.test(line.folded)) isFamily = true
    if (isFamily || line.owner === 'relative') continue
    const old = OLD.exec(line.folded)
    if (old && !namesRelative(line.folded.slice(Math.max(0, old.index - BEFORE), old.index))) {
      const sex = /^(?:woman|female|girl|lady)$/.test(old[3]!) ? 'female' : 'male'
      const age = readAge(`${old[1]} ${old[2]}`)
      const wording = line.text.slice(old.index, old.index + old[0].length)
      return [statement('sex', 'narrative', wording, [sex]), ...(age ? [statement('age', 'narrative', wording, [age.value])] : [])]
    }
    for (const form of SHORT_FORMS) {
      const found = form.exec(line.text)
      const { count, sex } = found?.groups ?? {}
      if (!found || !count || !sex || namesRelative(line.folded.slice(Math.max(0, found.index - BEFORE), found.index))) continue
      return [
        statement('sex', 'narrative', found[0], [/^f/i.test(sex) ? 'female' : 'male']),
        statement('age', 'narrative', found[0], [`${Number(count)} years`]),
      ]
    }
  }
  return []
}

/**
 * What a page says of the patient whose document it is: names, birth dates, ages, sexes, numbers. Names of relatives, of staff and of
 * letterheads are left out. Pure; the same text gives the same answer. At most 60 statements.
 */
export const findIdentity = (text: string): IdentityStatement[] => {
  const lines = toLines(text)
  const stated = [...fromLabels(lines), ...fromLetters(lines), ...fromPersonLines(lines)]
  const sentences = fromSentences(lines).filter(({ field }) => !stated.some((other) => other.field === field))
  const seen = new Set<string>()
  return [...stated, ...sentences]
    .filter(({ field, values }) => {
      const key = `${field} ${values.join(' ').toLowerCase()}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .slice(0, MOST)
}
