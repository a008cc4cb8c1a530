import type { Unit } from '../units.ts'

interface Everyday {
  /** Only as written so. */
  raw?: RegExp
  /** Only after one of these words. */
  after?: RegExp
  /** Not after one of these words. */
  notAfter?: RegExp
  /** Only before a mark, the end of the sentence, or one of these words. */
  only?: RegExp
  /** Not before one of these words. */
  before?: RegExp
}

// Names (folded) that are everyday words too, and where they are names.
const EVERYDAY = new Map<string, Everyday>([
  [
    'fit',
    {
      raw: /^fits$/i,
      notAfter: /^(?:that|which|it|what|who|not|all|he|she|this)$/,
      before: /^(?:the|a|an|with|into|in|well|criterion|criteria|this|that|all|for|his|her|to)$/,
    },
  ],
  [
    'cold',
    {
      after: /^(?:a|common|has|had|have|bad|head|with|of|the)$/,
      only: /^(?:and|or|with|for|since|but|x|last|now|symptom|today|yesterday|cough|flu|fever)$/,
    },
  ],
  ['pale', { before: /^(?:yellow|pink|stool|straw|brown|green|blue|urine)$/ }],
  ['shock', { before: /^(?:wave|absorber)$/ }],
  ['stroke', { before: /^(?:volume|unit|rehabilitation)$/ }],
  ['boil', { raw: /^boils?$/i, before: /^(?:water|down|over|it|the|and|milk|all)$/ }],
  ['wasting', { before: /^(?:time|of|money)$/ }],
  ['plague', { before: /^(?:the|by|us)$/ }],
  ['burn', { raw: /^burns?$/i, before: /^(?:calory|the|out|fat)$/ }],
  ['pe', { before: /^(?::|abdomen|general)$/ }],
  ['straining', { before: /^(?:the|his|her)$/ }],
  ['guarding', { before: /^(?:the|his|her|against|it|their)$/ }],
  ['aid', { notAfter: /^(?:hearing|visual|walking|learning|first)$/ }],
  ['homa', { before: /^bay$/ }],
])

// What makes a disease's name the name of a service or a remedy; those of tests are in test-names.ts.
const OTHER_THING =
  /^(?:vaccine|vaccination|vaccinated|immunization|immunisation|clinic|prophylaxis|counselling|counseling|education|prevention|awareness|ward|toxoid|factor|department|specialist|guideline|association|society|register|program|programme)$/

/** False where a name is used as an everyday word. */
export const isDisease = (units: readonly Unit[], from: number, to: number): boolean => {
  const everyday = to - from === 1 ? EVERYDAY.get(units[from]!.text) : undefined
  if (!everyday) return true
  if (everyday.raw && !everyday.raw.test(units[from]!.raw)) return false
  const word = from > 0 && !units[from]!.isFirst ? units[from - 1]!.text : ''
  if (everyday.after?.test(word) === false || everyday.notAfter?.test(word)) return false
  const next = units[to]?.isFirst === false && !units[to].isMark ? units[to].text : undefined
  if (everyday.only && next !== undefined && !everyday.only.test(next)) return false
  return !(everyday.before && units[to]?.isFirst === false && everyday.before.test(units[to].text))
}

/** True when what follows a name says that a service or a remedy is meant: "hepatitis B vaccine", "diabetes clinic". */
export const isOtherThing = (units: readonly Unit[], to: number): boolean =>
  units[to]?.isFirst === false && OTHER_THING.test(units[to].text)
