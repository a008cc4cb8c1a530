import type { Found } from '../mention.ts'

// What makes the name of a drug the name of a test, of a property of germs, or of a disease.
const AFTER =
  /^[\s-]{1,2}(?:tolerance\stest|levels?\b|assay|resistan(?:t|ce)|sensitiv(?:e|ity)|susceptib(?:le|ility)|dependen(?:t|ce|cy)|deficien(?:t|cy)|naive\b|overload)/i
// "Resistant to ampicillin and gentamicin".
const BEFORE =
  /\b(?:resistan(?:t|ce)|sensitiv(?:e|ity)|susceptib(?:le|ility))\s(?:to|for)\s(?:[\p{L}-]{4,30}(?:,\s?|\s(?:and|or|but)\s)){0,6}$/iu

/** Whether the name of a drug stands for something else where it is: "rifampicin resistance", "glucose tolerance test". */
export const isOtherThing = (text: string, { start, end }: Pick<Found, 'start' | 'end'>): boolean =>
  AFTER.test(text.slice(end, end + 24)) || BEFORE.test(text.slice(Math.max(0, start - 160), start))
