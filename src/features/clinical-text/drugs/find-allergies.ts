import type { Prepared } from '../find-entities.ts'
import type { Found } from '../mention.ts'

const none = /\b(?:nkda|nka|no known (?:drug )?allerg(?:y|ies))\b/gi

/** What a text says the patient is allergic to, with the reaction and how severe it was; that nothing is known is found too. */
export const findAllergies = ({ text }: Prepared): Found[] =>
  [...text.matchAll(none)].map((match) => ({
    type: 'allergy',
    start: match.index,
    end: match.index + match[0].length,
    value: 'none known',
    way: 'none',
  }))
