import type { FoodCode, FrequencyCode, RouteCode, UnitCode } from './directions.ts'

export type Meaning =
  | { kind: 'freq'; code: FrequencyCode }
  | { kind: 'route'; code: RouteCode; isNoted?: boolean }
  | { kind: 'food'; code: FoodCode }
  | { kind: 'meal'; code: FoodCode; time: FrequencyCode }
  | { kind: 'max'; isDaily: boolean }
  | { kind: 'prn' | 'mdu' | 'once' | 'upto' | 'then' | 'end' | 'note' | 'instr' | 'skip' | 'perDay' | 'td' }

const phrases = new Map<string, Meaning>()
const listed = (text: string) => text.split(',').map((one) => one.trim())
const add = (meaning: Meaning, text: string) => {
  for (const phrase of listed(text)) phrases.set(phrase, meaning)
}

const frequencyWords: Partial<Record<FrequencyCode, string>> = {
  STAT: 'stat, stat dose, once off, one off, at once, immediately, single dose, as a single dose, as one dose, one single dose',
  OD: 'od, qd, daily, every day, everyday, each day, q day, q d, qday, q daily',
  OM: 'om, mane, qam, q am, in the morning, in the mornings, every morning, each morning, mornings, morning, first thing in the morning',
  NOON: 'at noon, noon, at midday, midday, at lunchtime',
  EVE: 'in the evening, in the evenings, every evening, each evening, evenings, evening, qpm, q pm',
  ON: 'nocte, noct, hs, qhs, q hs, at night, at nights, every night, each night, nightly, night, at bedtime, bedtime, before bedtime, before bed, at bed time, before bed time, before going to bed',
  BD: 'bd, bds, bid, b / d',
  TDS: 'tds, tid, t / d / s',
  QDS: 'qds, qid',
  Q1H: 'hourly, every hour, q1h',
  ALT: 'alt, alt days, on alt days, alt day, qod, eod, every other day, every second day, every alternate day, alternate days, on alternate days, alternate day',
  WKLY: 'weekly, every week, each week, qweek, qwk, q week, q wk',
  '2WKLY': 'fortnightly, every fortnight, every other week, every second week',
  MONTHLY: 'monthly, every month, each month, q month',
}
for (const [code, text] of Object.entries(frequencyWords)) add({ kind: 'freq', code: code as FrequencyCode }, text)

const routeWords: Record<RouteCode, string> = {
  PO: 'po, p / o, oral, orally, by mouth, per os, via oral route, by oral route',
  IV: 'iv, i / v, intravenous, intravenously',
  IM: 'im, i / m, intramuscular, intramuscularly',
  SC: 'sc, s / c, subq, subcut, subcutaneous, subcutaneously, under the skin',
  SL: 'sl, s / l, sublingual, sublingually, under the tongue',
  PR: 'pr, p / r, rectal, rectally, per rectum',
  VG: 'pv, p / v, vaginal, vaginally, per vagina',
  TP: 'topical, topically, to skin, to the skin, on the skin, on skin',
  IH: 'inhale, inhaled, inh, inhalation, nebulizer, nebuliser, nebulization, nebulisation, neb, nebs, inhaler, small volume nebulizer',
  NS: 'nasal, nasally, intranasal, intranasally, nose, nostril, nostrils',
  OP: 'eye, eyes, ophthalmic',
  OT: 'ear, ears, otic',
  ID: 'intradermal, intradermally',
  TD: 'transdermal, transdermally',
  NG: 'ng, ng tube, nasogastric, nasogastric tube',
  BUC: 'buccal, buccally, inside the cheek',
}
for (const [code, text] of Object.entries(routeWords)) add({ kind: 'route', code: code as RouteCode }, text)
const organs: [RouteCode, string][] = [['OP', 'eye, eyes'], ['OT', 'ear, ears'], ['NS', 'nostril, nostrils']] // prettier-ignore
for (const [code, text] of organs)
  for (const side of ['both', 'left', 'right', 'each', 'affected', 'surgical'])
    for (const organ of listed(text)) add({ kind: 'route', code, isNoted: true }, `${side} ${organ}`)

add(
  { kind: 'food', code: 'AC' },
  'ac, before food, before meals, before meal, before each meal, before eating, on an empty stomach, on empty stomach',
)
add({ kind: 'food', code: 'PC' }, 'pc, after food, after meals, after meal, after each meal, after eating')
add(
  { kind: 'food', code: 'CC' },
  'with food, with meals, with meal, with each meal, with milk, with food or milk, with milk or food, w / food, wm',
)
const meals: [FrequencyCode, string][] = [['OM', 'breakfast'], ['NOON', 'lunch'], ['EVE', 'supper'], ['EVE', 'evening meal']] // prettier-ignore
for (const [time, meal] of meals) {
  add({ kind: 'meal', code: 'AC', time }, `before ${meal}`)
  add({ kind: 'meal', code: 'PC', time }, `after ${meal}`)
  add({ kind: 'meal', code: 'CC', time }, `with ${meal}, at ${meal}`)
}

for (const asked of ['needed', 'required', 'necessary'])
  for (const word of ['as', 'when', 'if', 'whenever', 'only if', 'only when', 'only as']) add({ kind: 'prn' }, `${word} ${asked}`)
add({ kind: 'prn' }, 'prn, sos')
add({ kind: 'mdu' }, 'as directed, mdu, uad, ut dict, as instructed')
add({ kind: 'once' }, 'once, one time')
add({ kind: 'upto' }, 'up to')
add({ kind: 'then' }, 'then, and then, followed by')
add({ kind: 'end' }, 'then stop, and stop')
add({ kind: 'instr' }, 'instr')
add({ kind: 'perDay' }, 'a day, per day, / day')
add({ kind: 'td' }, 'td')
add({ kind: 'skip' }, 'do all this')
add(
  { kind: 'max', isDaily: true },
  'mdd, max daily dose, maximum daily dose, max daily amount, daily max, daily maximum, max mdd, max per day, maximum per day',
)
add(
  { kind: 'max', isDaily: false },
  'max, maximum, max dose, maximum dose, nte, not more than, no more than, not to exceed, do not exceed, dont exceed, at most',
)
add(
  { kind: 'note' },
  'with or without food, with or after food, after or with food, with / after food, before or after food, after or before food, before / after food, swallow whole, do not crush or chew, do not crush, do not chew, do not swallow, do not drive, do not breastfeed, do not stop, dont stop, do not drink alcohol, ' +
    'dont take anything on the other days, if not covered, when ready for pickup, to reduce, rinse mouth, after use',
)

const unitWords: Partial<Record<UnitCode, string>> = {
  tablet: 'tablet, tablets, tab, tabs, tb',
  capsule: 'capsule, capsules, cap, caps',
  pill: 'pill, pills',
  ml: 'ml, mls, milliliter, milliliters, millilitre, millilitres',
  mg: 'mg, mgs, milligram, milligrams',
  mcg: 'mcg, microgram, micrograms',
  g: 'g, gm, gms, gram, grams',
  unit: 'unit, units, iu',
  drop: 'drop, drops, gtt, gtts, gutt, gutts, guttae',
  puff: 'puff, puffs, inhalation, inhalations',
  spray: 'spray, sprays',
  patch: 'patch, patches',
  suppository: 'suppository, suppositories, supp, supps',
  pessary: 'pessary, pessaries',
  sachet: 'sachet, sachets',
  vial: 'vial, vials',
  ampoule: 'ampoule, ampoules, amp, amps, ampule, ampules',
  application: 'application, applications',
  lozenge: 'lozenge, lozenges',
  click: 'click, clicks',
}
export const units = new Map(Object.entries(unitWords).flatMap(([code, text]) => listed(text).map((word) => [word, code as UnitCode])))
/** "on tablet twice a day" lost its number. */
export const countedWords = new Set(['tablet', 'capsule', 'puff', 'drop'].flatMap((code) => listed(unitWords[code as UnitCode] ?? '')))

export const numberWords = new Map<string, number>(
  ('one 1,two 2,three 3,four 4,five 5,six 6,seven 7,eight 8,nine 9,ten 10,eleven 11,twelve 12,fourteen 14,fifteen 15,twenty 20,' +
    'thirty 30,sixty 60,ninety 90,half 0.5').split(',').map((one) => [one.split(' ')[0] ?? '', Number(one.split(' ')[1])]), // prettier-ignore
)

const words = (text: string) => new Set(text.split(' '))
export const dayWords = words('day days d night nights')
export const weekWords = words('week weeks wk wks w')
export const monthWords = words('month months mo mth mths')
export const hourWords = words('hour hours hr hrs h')
export const minuteWords = words('minute minutes min mins')
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const shortWeekdays = words('mon tue tues wed thu thur thurs fri sat sun')
/** "mondays" and "mon" to monday. */
export const weekdays = new Map(
  weekdayNames.flatMap((day) => [day, `${day}s`, ...[...shortWeekdays].filter((one) => day.startsWith(one))].map((one) => [one, day])),
)
/** Words that carry no meaning of their own between what is understood. */
export const neutral = words(
  'take give use apply inject instill instil place put insert administer the a an of by via to into in on at from with for route and please using total is it int ' +
    'only all this x - + & : ; = /',
)
/** What a text that was not understood may begin with. */
export const leading = words('for with to in on at from into of')
/** Never passed over: what they change cannot be known, so nothing is claimed. */
export const stops = words(
  'repeat again additional extra another more less increase increased increasing decrease decreased decreasing reduce reduced reducing taper tapering tapered wean ' +
    'weaning titrate titrating alternate alternating skip except unless otherwise instead stop hold pulse cycle first second third last next double half quarter quarters ' +
    'couple few several not never dont times twice thrice hour hours hr hrs hourly hrly minute minutes min mins day days week weeks wk wks month months year years am pm per each ' +
    'every kg if when whenever need needed needs required necessary onset breakfast lunch supper dinner afternoon afternoons biweekly bimonthly bimonthly i ii iii vi q mdd max ' +
    'maximum exceed nte eleven thirteen sixteen seventeen eighteen nineteen forty fifty seventy eighty hundred thousand dozen os ou tsp tsps teaspoon teaspoons tbsp ' +
    'tablespoon tablespoons oz cc either maybe perhaps about approximately approx review return tca rtc fu recheck followup follow start starting started begin beginning wait delay apart ago past previous since resume old supply now today tomorrow yesterday plus least minimum omit omitted discontinue discontinued stopped cancel cancelled no nil dc rpt rep mon tue tues wed thu thur thurs fri sat sun veces mara kwa kila siku fois jour jours par dia una uno dos tres un une ' +
    'divided awake waking weekday weekdays weekend weekends mwf tts tiw biw omn remove removed wash off en asubuhi mchana alasiri jioni usiku kutwa saa wiki mwezi ' +
    'matin midi soir nuit coucher semaine heures manana noche ? < > ~ ± ≤ ≥ $ * @ ^ % #',
)
/** Both, left and right eye or ear beside a drop; words of their own elsewhere. */
export const eyeSides = words('be le re au ad')
/** Written so, they have been read as other amounts. */
export const unsafe = words('u ug μg')
export const eyeWords = words(
  'eye eyes eyelid eyelids ophthalmic ocular drop drops gtt gtts gutt gutts guttae instil instill conjunctiva ou os',
)

const vocabulary = new Set([
  ...[...phrases.keys()].flatMap((one) => one.split(' ')),
  ...units.keys(),
  ...numberWords.keys(),
  ...stops,
  ...neutral,
])
export const isKnownWord = (word: string) => vocabulary.has(word)

/** The longest phrase that begins at a place: its meaning and how many words it takes. */
export const phraseAt = (tokens: readonly { text: string }[], at: number): { meaning: Meaning; length: number } | null => {
  let text = ''
  let found: { meaning: Meaning; length: number } | null = null
  for (let length = 1; length <= 7 && at + length <= tokens.length; length += 1) {
    text += `${length > 1 ? ' ' : ''}${tokens[at + length - 1]?.text}`
    const meaning = phrases.get(text)
    if (meaning) found = { meaning, length }
  }
  return found
}
