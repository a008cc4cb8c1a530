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
export const readAge = (folded: string): { length: number; value: string } | null => {
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
export const readSex = (folded: string): { length: number; value: 'female' | 'male' } | null => {
  const found = SEX.exec(folded)
  if (!found) return null
  const other = BOTH.exec(folded.slice(found[0].length))
  if (other && SEX.exec(other[0].replace(/^[^\p{L}]+(?:or )?/u, ''))?.[1] !== found[1]) return null
  return { length: found[0].length, value: found[1] ? 'female' : 'male' }
}

/** The code (letters, digits, strokes) that a text begins with; null where it has no digit or is too short to be one. */
export const readCode = (text: string): { length: number; value: string } | null => {
  const found = /^[#:\s]{0,2}([A-Za-z0-9](?:[A-Za-z0-9]|[-/.](?=[A-Za-z0-9])){2,29})(?![A-Za-z0-9])/.exec(text)
  if (!found || !/\d/.test(found[1]!)) return null
  return { length: found[0].length, value: found[1]! }
}
/** The telephone number that a text begins with; null where it begins with none. */
export const readPhone = (text: string): { length: number; value: string } | null => {
  const found = /^\s?(\+?\d[\d ()-]{6,18}\d)(?!\d)/.exec(text)
  return found ? { length: found[0].length, value: found[1]!.replaceAll(/[^\d+]/g, '') } : null
}
