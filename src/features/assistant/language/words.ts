import { stemOf } from './tokens.ts'
import { dictionary } from '#shared/dictionary.ts'

const split = (text: string) => text.trim().split(/\s+/)

/** Words that carry a sentence and no meaning that counts. What turns it round (not, without, except) is none of them. */
export const functionWords: ReadonlySet<string> = new Set(
  split(`
  a an the of in on at for to from with and or by per as into within through via during over under about between among than then so
  is are was were be been being am do does did done has have had having
  there here their theirs they them it its this that these those such any some all each every
  we our ours us i me my mine you your yours
  please kindly pls plz hi hello hey thanks thank ok okay
  tell show give get want need know like see find look let display present provide list count calculate compute return retrieve fetch check
  could can would will shall may might must
  what which who whom whose when where how many much long often
  also just only now currently today still ever already
  written wrote write send counts
  number numbers total totals overall altogether sum amount amounts figure figures statistics stats data report reports record records
  details detail information info overview summary name names value values level levels
  make made come came gone got gets go went take took happen happened occur occurred held hold conducted performed carried pull usually using based according regarding respect
  clinic hospital facility center centre department's
  s t against
  one ones out up down off e g ie eg etc
  often
  time times moment right anything something anyone anybody everyone recorded measured documented noted altogether
  `),
)

/** Words that nobody answers by counting: advice, knowledge, deeds. The reason is said. */
const deeds = split(
  'refund waive void reverse archive discharge delete remove add create book change update set send order prescribe register write drop insert edit cancel reset erase reverse close mark make sign issue complete finish grant approve pay email call print transfer move assign schedule reschedule discharge admit merge restore disable enable block',
)
/** A question that begins with one of these asks for a deed. */
export const deedWords: ReadonlySet<string> = new Set(deeds)

const advice = split(
  'risk likelihood chance probability likely why should recommend recommended recommendation advise advice suggest predict forecast expect because effect effects symptom symptoms dose dosage dosing treat treatment cure guideline guidelines protocol cause causes safe dangerous interaction interactions contraindicated contraindication normal meaning mean means define definition explain',
)
/** Words of questions for advice or knowledge, which no record answers. */
export const adviceWords: ReadonlySet<string> = new Set(advice.map(stemOf))

const numerals = split(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
)
const tens = dictionary<number>({
  dozen: 12,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
})
/** The number that a token says; undefined for none. */
export const numberOf = (text: string): number | undefined => {
  if (/^\d[\d,]*(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  const at = numerals.indexOf(text)
  if (at > 0) return at
  return tens[text]
}

const ordinals = split('first second third fourth fifth sixth seventh eighth ninth tenth')
/** 1 for first; 0 for a word that is none. */
export const ordinalOf = (text: string): number => {
  const short = /^(\d{1,2})(st|nd|rd|th)$/.exec(text)
  return short ? Number(short[1]) : ordinals.indexOf(text) + 1
}
