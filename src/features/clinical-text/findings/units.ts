/** What a result is an amount of: decides which code it has, and which units a test can have. */
export type Property = 'mass' | 'moles' | 'number' | 'enzyme' | 'fraction' | 'time' | 'rate' | 'length' | 'ratio' | 'field' | 'other'

/** `UCUM; property; spelt in other ways`: small letters, no spaces, no ^ or *, micro as u, raised digits as digits. */
const rows = `
g/L; mass; g/l, gm/l, gms/l, gr/l
g/dL; mass; g/dl, gm/dl, gms/dl, g%, gm%, gms%, g/100ml, gr/dl, gmdl
mg/L; mass; mg/l
mg/dL; mass; mg/dl, mg%, mgs/dl, mg/100ml, mgdl
ug/L; mass; ug/l, mcg/l
ug/dL; mass; ug/dl, mcg/dl
ug/mL; mass; ug/ml, mcg/ml
ng/L; mass; ng/l
ng/mL; mass; ng/ml
ng/dL; mass; ng/dl
pg/mL; mass; pg/ml
pg/dL; mass; pg/dl
mg/dL{FEU}; mass; mg/dlfeu
mg/g; ratio; mg/g, mg/gcr, mg/gcreat
mg/mmol; ratio; mg/mmol
mol/L; moles; mol/l
mmol/L; moles; mmol/l, mmols/l, mmol/litre, mmol/liter, mmole/l, mm/l
umol/L; moles; umol/l, umols/l, micromol/l, mcmol/l, umole/l
nmol/L; moles; nmol/l
pmol/L; moles; pmol/l
meq/L; moles; meq/l, meqs/l, meq/litre
mmol/mol; ratio; mmol/mol
U/L; enzyme; u/l, units/l, unit/l
[IU]/L; enzyme; iu/l, iu/litre
[IU]/mL; enzyme; iu/ml
U/mL; enzyme; u/ml
mU/L; enzyme; mu/l
m[IU]/L; enzyme; miu/l
m[IU]/mL; enzyme; miu/ml
u[IU]/mL; enzyme; uiu/ml, uu/ml, mciu/ml
10*9/L; number; 109/l, 10e9/l, 10e09/l, 10e+9/l, x109/l, x10e9/l, x10e09/l, x10(9)/l, 10(9)/l, 109/ltr, x109/ltr, 109cells/l, x109cells/l
10*12/L; number; 1012/l, 10e12/l, 10e+12/l, x1012/l, x10e12/l, x10(12)/l, 10(12)/l, x1012/ltr, 1012cells/l
10*3/uL; number; 103/ul, 10e3/ul, 10e03/ul, x103/ul, x10e3/ul, k/ul, thou/ul, 103/mm3, x103/mm3, k/mm3, thou/mm3, x10(3)/ul, 10(3)/ul, 103/cumm, x103/cumm, k/cumm, 103cells/ul
10*6/uL; number; 106/ul, 10e6/ul, 10e06/ul, x106/ul, x10e6/ul, mill/ul, mil/ul, 106/mm3, x106/mm3, x10(6)/ul, 10(6)/ul, m/ul, 106/cumm, million/cumm, mill/cumm, mill/mm3, million/ul, million/mm3, m/mm3
/uL; number; /ul, cells/ul, cell/ul, /mm3, cells/mm3, cell/mm3, c/mm3, /cumm, cells/cumm, /cmm, cells/cmm, cells/microl, /microl, parasites/ul, c/ul
/L; number; /l, cells/l
lakhs/cumm; number; lakhs/cumm, lakh/cumm, lac/cumm, lacs/cumm, lakhs/ul, lakhs/mm3, lakh/mm3
{copies}/mL; number; copies/ml, cp/ml, cps/ml, c/ml, copy/ml, copies/mL, viralcopies/ml
[IU]/mL; enzyme; iu/ml
%; fraction; %, percent
L/L; fraction; l/l
fL; length; fl, femtolitres
pg; length; pg, picograms
mm/h; rate; mm/h, mm/hr, mm/hour, mm/1hr, mm/1sthr, mm/1sthour, mmin1sthour, mmin1sthr, mminfirsthour, mm/hrs, mmhr, mm/1h, mm1sthr, mminthefirsthour, mmin1hour
s; time; s, sec, secs, second, seconds
min; time; min, mins, minutes
mL/min/{1.73_m2}; rate; ml/min/1.73m2, ml/min/1.73m, ml/min/1.73sqm, ml/min/1.73, ml/min/{1.73m2}, ml/min/1.73qm, ml/min/{1.73_m2}, ml/min/1.73_m2
mL/min; other; ml/min
{ratio}; ratio; ratio
{INR}; ratio; inr, {inr}
[pH]; other; [ph]
/[HPF]; field; /hpf, perhpf, /hpfield, /h.p.f, cells/hpf, /[hpf], perhighpowerfield, /highpowerfield
/[LPF]; field; /lpf
mm[Hg]; other; mmhg, mm[hg]
kPa; other; kpa
S/CO; ratio; s/co, coi, s/c
mosm/kg; other; mosm/kg, mosmol/kg
`

interface Unit {
  ucum: string
  property: Property
}

const units = new Map<string, Unit>(
  rows
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [ucum = '', property = '', spelt = ''] = row.split('; ')
      return [ucum.toLowerCase().replaceAll('*', ''), ...spelt.split(', ')].map(
        (one) => [one, { ucum, property: property as Property }] as const,
      )
    }),
)

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const keyOf = (written: string) =>
  written
    .replaceAll(/[⁰¹²³⁴-⁹]/g, (digit) => String(RAISED.indexOf(digit)))
    .toLowerCase()
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[×✕]/g, 'x')
    .replaceAll(/[\s^*]/g, '')
    .replace(/^per(?=[a-z])/, '/')
    .replace(/(?<=[a-z])per(?=m?l$|litre$|min$)/, '/')

const beginnings = new Set([...units.keys()].map((key) => key.slice(0, 2)))
/** Whether a unit can begin so: most words are none, and that is seen from their first letters. */
const canBegin = (word: string) => {
  const key = keyOf(word).replace(/^[([{]/, '')
  return beginnings.has(key.slice(0, 2)) || !/^[a-z]{2}/.test(key)
}

/** The unit that a few words spell, if they do. */
const unitOf = (written: string): Unit | undefined => {
  // A count of 10⁹ in a litre, as France writes it; g/L is a mass.
  if (/^[GT]\/L$/.test(written.trim())) return { ucum: written.trim().startsWith('G') ? '10*9/L' : '10*12/L', property: 'number' }
  return /[*^]\s*$/.test(written) ? undefined : units.get(keyOf(written))
}

const LONGEST = 30
const MOST_WORDS = 4
const WORDS = /^[^\S\n]{0,12}\S+/

/**
 * The unit at a place of a text, of up to four words, in brackets or not: the longest that is one, with where it ends. What follows a unit
 * (a comma, a bracket, a range in brackets) is no part of it.
 */
export const unitAt = (text: string, from: number, limit: number): (Unit & { end: number }) | null => {
  const ends: number[] = []
  let end = from
  while (ends.length < MOST_WORDS) {
    const word = WORDS.exec(text.slice(end, Math.min(limit, end + LONGEST + 12)))?.[0]
    if (word === undefined || (ends.length === 0 && !canBegin(word))) break
    end += word.length
    ends.push(end)
  }
  for (const whole of ends.toReversed()) {
    const written = text.slice(from, whole)
    const opened = /^\s*[([{]/.exec(written)
    const bare = opened ? written.slice(opened[0].length) : written
    if (bare.length > LONGEST + 12) continue
    for (const [pattern, kept] of CUTS) {
      const cut = pattern.exec(bare)
      if (!cut) continue
      const unit = unitOf(bare.slice(0, cut.index))
      if (!unit) continue
      const closes = opened && kept === 0 && /^[)\]}]/.test(cut[0]) ? 1 : 0
      return { ...unit, end: from + (opened?.[0].length ?? 0) + (closes ? cut.index + closes : bare.slice(0, cut.index).trimEnd().length) }
    }
  }
  return null
}

// The unit is all that is there, or what stands before a closing mark, or before a bracket or flag that was glued to it.
const CUTS: readonly (readonly [RegExp, number])[] = [
  [/$/, 0],
  [/[)\]}][.,;:]{0,3}$/, 0],
  [/[.,;:*?↑↓]{1,3}$/, 1],
  [/[([,;*↑↓].{0,20}$/, 1],
]
