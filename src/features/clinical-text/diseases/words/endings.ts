import { ONLY_ENDING } from '../../knowledge/disease-words.ts'

// Endings that make the name of a disease.
const DISEASE =
  /(?:itis|osis|iasis|oma|emia|uria|pathy|plegia|paresis|trophy|plasia|penia|rrhea|rrhagia|rrhage|sclerosis|malacia|megaly|ectasia|ectasis|cele|lithiasis|edema|opia|asthenia|lepsy|dactyly|cephaly|melia|tonia|kinesia|stenosis|thorax|rrhexis|blastoma|sarcoma|derma|toxicity|thyroidism|gonadism|pituitarism|adrenalism|aldosteronism|spadias|albinism|rheumatism|embolism|(?:hem|my|derm|ocr|oste|nych|epitheli)olysis|ptosis|phagia|phasia|tropia|ophthalmia|orchidism|virosis|cythemia|cytosis|chezia|mania|atresia|cholia|phrenia|thymia|esthesia|praxia|lexia|pigmentation|degeneration)$/
const SYMPTOM = /(?:algia|dynia|pnea|emesis|ptysis|rrhea|chezia|phagia|phasia|phobia|esthesia|phonia)$/
const CHANGED = /^(?:dys|hyper|hypo|brachy|macro|micro|tachy|brady)[a-z]{3,}(?:ia|ism|osis|us|emia|ing|tension)$/

// No word is longer; a file of letters only must not be searched for endings.
const LONGEST = 40

/** What a word (folded) is by its ending alone: a disease, a symptom, or neither. */
export const byEnding = (word: string): 'diagnosis' | 'symptom' | undefined => {
  if (word.length < 6 || ONLY_ENDING.has(word) || word.length > LONGEST || word.endsWith('posis')) return undefined
  if (SYMPTOM.test(word)) return 'symptom'
  return DISEASE.test(word) || CHANGED.test(word) ? 'diagnosis' : undefined
}

/** True for an adjective as they are made from names of organs and diseases: "cerebellar", "hypertrophic", "fibrous". */
export const isAdjective = (word: string): boolean =>
  word.length > 4 && word.length <= LONGEST && /(?:al|ic|ar|ous|oid|otic|itic|genic|eal|yous)$/.test(word)

/** True for what is named as lacking: enzymes, proteins, salts. */
export const isSubstance = (word: string): boolean =>
  word.length > 3 && word.length <= LONGEST && /(?:ase|in|ogen|ate|one|ol|ine|ium)$/.test(word)
