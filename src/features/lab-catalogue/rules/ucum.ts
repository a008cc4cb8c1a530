/** Units to choose from, in UCUM; a laboratory may write others. */
export const offeredUnits = [
  'g/L',
  'g/dL',
  'mg/L',
  'mg/dL',
  'ug/L',
  'ng/L',
  'ng/mL',
  'mol/L',
  'mmol/L',
  'umol/L',
  'nmol/L',
  'pmol/L',
  'mmol/mol',
  'mg/mmol',
  'U/L',
  'mU/L',
  '[IU]/L',
  'm[IU]/L',
  '[IU]/mL',
  '10*9/L',
  '10*12/L',
  '10*3/uL',
  '10*6/uL',
  '/uL',
  '/[HPF]',
  'L/L',
  'fL',
  'pg',
  '%',
  '{ratio}',
  '{INR}',
  '[pH]',
  's',
  'min',
  '/min',
  'mm/h',
  'mL/min',
  'mL/min/{1.73_m2}',
  'mm[Hg]',
  'Cel',
  'kg',
  'cm',
  'kg/m2',
] as const

/** True for what may be a UCUM unit: ASCII without spaces, 30 characters at most, every bracket closed. */
export const isUnit = (text: string): boolean =>
  /^[!-~]{1,30}$/.test(text) && !/[<>|~&;\\`"$#@=?,]/.test(text) && /^([^[\]{}]|\[[^[\]{}]*\]|\{[^[\]{}]*\})*$/.test(text)

const raised: Record<string, string> = {
  '⁰': '0',
  '¹': '1',
  '²': '2',
  '³': '3',
  '⁴': '4',
  '⁵': '5',
  '⁶': '6',
  '⁷': '7',
  '⁸': '8',
  '⁹': '9',
}
const prefixes = new Map([
  ['', 0],
  ['d', -1],
  ['c', -2],
  ['m', -3],
  ['u', -6],
  ['n', -9],
  ['p', -12],
  ['f', -15],
  ['k', 3],
])
const bases: Record<string, string> = {
  g: 'g',
  gm: 'g',
  gms: 'g',
  mol: 'mol',
  l: 'L',
  L: 'L',
  U: 'U',
  u: 'U',
  IU: 'IU',
  iu: 'IU',
  Eq: 'Eq',
  eq: 'Eq',
}
const counts = new Map(Object.entries({ K: 3, k: 3, thou: 3, M: 6, mill: 6, G: 9, T: 12 }))
const synonyms = new Map(
  Object.entries({ sec: 's', secs: 's', second: 's', seconds: 's', minute: 'min', minutes: 'min', mins: 'min', ratio: '', '1': '' }),
)

/** One unit with its power of ten: `mmol` is [-3, 'mol']; null when it is not a simple one. */
const simple = (text: string): readonly [number, string] | null => {
  for (const [base, name] of Object.entries(bases)) {
    const power = text.endsWith(base) ? prefixes.get(text.slice(0, -base.length)) : undefined
    if (power !== undefined) return [power, name]
  }
  return null
}

/** What is counted: nothing, `cells`, or a power of ten, written 10*9, 10^9, x10^9, 10e9, K, M, G or T. */
const counted = (top: string): readonly [number, string] | null => {
  if (/^(cells?)?$/i.test(top)) return [0, '']
  const [, digits] = /^[x*]?10(?:\*\*?|\^|e\+?)(\d{1,2})(?:cells?)?$/i.exec(top) ?? []
  const power = digits === undefined ? counts.get(top) : Number(digits)
  return power === undefined ? null : [power, '']
}

const above = (top: string, bottom: string) => {
  // G/L counts 10^9 in a litre (as France writes it); by any other measure it is a gram in capitals.
  const isGram = top === 'G' && bottom !== 'L'
  const found = (isGram ? null : counted(top)) ?? simple(top)
  return found ?? (top === top.toUpperCase() ? simple(top.toLowerCase()) : null)
}
const below = (bottom: string) => (/^(mm\^?3|c\.?u?\.?mm)$/i.test(bottom) ? ([-6, 'L'] as const) : simple(bottom.toLowerCase()))

const bare = (text: string): string =>
  text
    .trim()
    .replaceAll(/[⁰¹²³⁴-⁹]+/g, (digits) => `^${Array.from(digits, (digit) => raised[digit] ?? '').join('')}`)
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[×·⋅∙]/g, 'x')
    .replaceAll(/[\s[\]]/g, '')
    .replaceAll(/\{([^{}]*)\}/g, '$1')
    .replace(/^per(?=[A-Za-z]+$)/i, '/')
    .replaceAll(/(^|\/)(?:mc|micro)(?=g|mol|l|iu|u)/gi, '$1u')
    .replace(/^(m|u|n)?g(?:ms?)?%$/i, (all) => `${all.slice(0, -1)}/dL`)

const otherwise = (text: string): string => {
  const plain = text
    .toLowerCase()
    .replaceAll(/[_^*]/g, '')
    .replace(/\/1?(?:h|hr|hrs|hour)$/, '/h')
  return synonyms.get(plain) ?? plain
}

/**
 * The same key for every way in which people and analysers write one unit, so that a value needs no conversion: 10*9/L, x10^9/L, 10e9/L
 * and K/uL; umol/L with either sign for micro; g/dl, ng/mL and ug/L. U/L and IU/L have different keys, as have mEq/L and mmol/L:
 * whether they agree depends on the test. Nothing, `1` and a ratio are the empty key.
 */
export const unitKey = (text: string): string => {
  const plain = bare(text)
  const [top = '', bottom, ...more] = plain.split('/')
  if (more.length > 0) return otherwise(plain)
  if (bottom === undefined) {
    const alone = simple(plain) ?? simple(plain.toLowerCase())
    return alone && plain !== '' ? `e${alone[0]} ${alone[1]}` : otherwise(plain)
  }
  const upper = above(top, bottom)
  const lower = below(bottom)
  return upper && lower ? `e${upper[0] - lower[0]} ${upper[1]}/${lower[1]}` : otherwise(plain.replace(/^cells?\//i, '/'))
}

/** True when a value in one needs no conversion to the other; see `unitKey`. */
export const isSameUnit = (a: string | null, b: string | null): boolean => unitKey(a ?? '') === unitKey(b ?? '')
