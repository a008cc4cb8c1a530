import type { z } from 'zod'
import { partsOf } from '#platform/csv/cells.ts'
import { saysNothing } from '#platform/csv/day.ts'
import type { AllergyInput } from '#features/patients/contract.ts'
import { allergenCategory } from '../allergen-category.ts'

type Allergy = z.input<typeof AllergyInput>

interface StatedAllergies {
  /** As with a patient: words that say that nothing is known leave it open, and are never "no known allergies". */
  state: 'recorded' | 'none known' | 'not asked'
  allergies: Allergy[]
  /** Parts that may name a substance or deny one ("no allergies except penicillin"), and names that are too long: a person has to say which. */
  unclear: string[]
  /** How the words were understood, where a person should look. */
  notes: string[]
}

/** How registers write that a patient was asked and has no known allergies. */
const NONE_KNOWN =
  /^(?:none known|nkda|nka|no known(?: drug| medication)*(?: allerg\w*)?|no(?: drug)* allerg\w*|denies(?: any)?(?: known)?(?: drug)? allerg\w*|aucune(?: allergie)? connue|aucune allergie|pas d['’ ]?allergies?(?: connues?)?|(?:hakuna|hana) mzio)\.?$/i
/** Nothing but "none": it may as well say that nobody wrote anything down. It is left open, for unknown is never negative. */
const BARE_NONE = /^(?:none|nil|no|nkfa|no known food(?: allerg\w*)?|aucune?|hakuna|hana|nenhuma?|ninguna?)\.?$/i
/** Begins with a denial or an exception: what follows may be a substance that was reacted to. */
const DENIED =
  /^(?:no|not|none|nil|nkd?a|nkfa|denies|denied|never|sans|pas|aucune?|hana|hakuna|nenhuma?|ninguna?|except|excluding|apart|but|sauf|ila|isipokuwa)(?![\p{L}\p{N}])/iu
const LONGEST = 100
const MANY = /[;|\n\r]+|,(?!\s*\d)|\s\/\s/
const BEFORE = /^(?:allerg(?:y|ies|ic)|allergies?|allergique)\s*(?:to|:|à|aux?)\s*/i

/** "Penicillin (rash)": the substance, and what it did. */
const allergyOf = (part: string): Allergy => {
  const bare = part.replace(BEFORE, '').trim() || part
  const [, name = bare, reaction] = /^(.{2,100}?)\s*\(([^()]{2,200})\)$/.exec(bare) ?? []
  return { substance: name, category: allergenCategory(name) ?? 'other', severity: 'unknown', ...(reaction && { reaction }) }
}

const isNone = (part: string) => NONE_KNOWN.test(part)
const isBare = (part: string) => BARE_NONE.test(part)

const isUnclear = (part: string) => DENIED.test(part) || allergyOf(part).substance.length > LONGEST

/** What one cell says of a patient's allergies: a list of substances, that there are none, or nothing. */
export const readAllergies = (text: string): StatedAllergies => {
  const parts = partsOf(text, MANY)
  const message = parts.filter((part) => !isNone(part) && !isBare(part) && !saysNothing(part))
  const unclear = message.filter(isUnclear)
  const named = message.filter((part) => !isUnclear(part))
  const notes = unclear.map((part) => `“${part}” may deny or name an allergy: not recorded. Ask the patient.`)
  if (named.length > 0) {
    const once = new Map(named.map((part) => [part.toLowerCase(), allergyOf(part)]))
    return { state: 'recorded', allergies: [...once.values()], unclear, notes }
  }
  // What may name an allergy is never beside "none known".
  if (unclear.length === 0 && parts.some(isNone))
    return { state: 'none known', allergies: [], unclear, notes: ['Interpreted as: no known allergies.'] }
  return {
    state: 'not asked',
    allergies: [],
    unclear,
    notes: parts.length > 0 ? [...notes, 'Allergies unknown: left as not asked.'] : notes,
  }
}
