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

export type Owner = 'patient' | 'relative' | 'staff'

/** Whom the last words of `before` speak of; undefined where no word says. `before` is folded. */
export const ownerBefore = (before: string): Owner | undefined => {
  let last: Owner | undefined
  for (const { groups } of before.matchAll(owners)) last = groups?.['relative'] ? 'relative' : groups?.['staff'] ? 'staff' : 'patient'
  return last
}

const heading = new RegExp(
  String.raw`^[\s\d.)•*#-]*(?:(?<relative>(?:${RELATIVES})|(?<staff>(?:referring |requesting |attending )?(?:doctor|physician|clinician|consultant|prescriber|facility|hospital|laboratory)))(?:'s|’s|s)?)(?: (?:details|information|particulars|data|section|use only))?\s*:?\s*$`,
  'iu',
)
/** Whom the lines below a heading speak of, until a blank line; undefined for a line that is none. */
export const ownerBelow = (line: string): Owner | undefined => {
  const found = heading.exec(line)
  if (!found) return undefined
  return found.groups?.['staff'] ? 'staff' : 'relative'
}

const relativeWord = new RegExp(String.raw`(?<![\p{L}])(?:${RELATIVES})(?![\p{L}])`, 'iu')
/** True where some words speak of a relative. */
export const namesRelative = (words: string): boolean => relativeWord.test(words)
