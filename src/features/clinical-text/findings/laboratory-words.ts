// What a result says in words; each read at one place of a short piece of text.
const forms: readonly (readonly [RegExp, string])[] = [
  [
    /^no\s(?:malaria\s)?(?:parasites?|mps?|ova\s?(?:or|and|\/|&)?\s?cysts?|o\/c|a?afbs?|pus\scells|acid[-\s]fast\sbacilli|organisms?)(?:\s(?:were\s)?(?:seen|observed|found|detected))?/i,
    'not seen',
  ],
  [/^(?:none|not|nil)\s(?:seen|observed)/i, 'not seen'],
  [/^(?:seen|observed)(?=\s{0,3}(?:[.,;(+\n]|[1-4]\+|$))(?:\s{0,2}\(?(?:\+{1,4}|[1-4]\+)\)?)?/i, 'seen'],
  [/^(?:mtb[\s:-]{0,3})?(?:target\s)?(?:not\sdetected|undetectable|undetected)/i, 'not detected'],
  [/^(?:mtb[\s:-]{0,3})?detected/i, 'detected'],
  [/^no\s(?:bacterial\s|significant\s)?growth/i, 'no growth'],
  [/^(?:non|not)[-\s]?reactive/i, 'non-reactive'],
  [/^(?:neg(?:ative)?|[-–]\s?ve|\(-\)|\[-\])/i, 'negative'],
  [/^(?:strongly\s|weakly\s|weak\s|faintly\s)?(?:pos(?:itive)?|\+\s?ve)(?:\s{0,2}\(?(?:\+{1,4}|[1-4]\+)\)?)?/i, 'positive'],
  [/^(?:strongly\s|weakly\s)?reactive/i, 'reactive'],
  [/^(?:traces?)/i, 'trace'],
  [/^scanty?/i, 'scanty'],
  [/^nil/i, 'nil'],
  [/^absent/i, 'absent'],
  [/^present/i, 'present'],
  [/^(?:invalid|indeterminate|inconclusive|equivocal)/i, ''],
]
const PLUSES = /^\(?(\+{1,4}|[1-4]\s?\+|\+[1-4])\)?(?![\d+])/

/** A result in words at a place: its usual form and its end. Pluses are counted: `++` is 2+. */
export const wordAt = (text: string, from: number, limit: number): { value: string; end: number } | null => {
  const rest = text.slice(from, Math.min(limit, from + 60))
  for (const [pattern, value] of forms) {
    const written = pattern.exec(rest)?.[0]
    if (written !== undefined && !/^[\p{L}\d]/u.test(rest.slice(written.length)))
      return { value: value === '' ? written.toLowerCase() : value, end: from + written.trimEnd().length }
  }
  const [whole, pluses = ''] = PLUSES.exec(rest) ?? []
  if (
    whole === undefined ||
    /^\s?(?:ve|\p{L})/u.test(
      rest.slice(whole.length, whole.length + 2).trimStart() === '' ? '' : rest.slice(whole.length, whole.length + 1),
    )
  )
    return null
  const count = /\d/.exec(pluses)?.[0] ?? String(pluses.length)
  return { value: `${count}+`, end: from + whole.length }
}

const GROUP =
  /^blood\s{1,2}(?:group|type|grp|grouping)[\s:=-]{0,5}(?:is\s|was\s)?["“']?(AB|A|B|O)["”']?(?![\p{L}\d])(?:\s?,?\s?(?:\(?(?:rh(?:esus)?|Rh|RH)\.?\s?(?:factor|\(?[dD]\)?)?\)?[\s:-]{0,3})?(positive|negative|pos|neg|\+ve|-ve|\+|-)(?![\p{L}\d]))?/u
const GROUP_START = /^blood\s{1,2}(?:group|type|grp|grouping)/i

/** A blood group at a place, with the Rhesus factor or without it. */
export const bloodGroupAt = (text: string, from: number, limit: number): { value: string; code: string; end: number } | null => {
  const rest = text.slice(from, Math.min(limit, from + 70))
  const start = GROUP_START.exec(rest)?.[0]
  if (start === undefined) return null
  // The words in small letters, the group and what follows as they are: a group is written in capitals.
  const match = GROUP.exec(
    start.toLowerCase() +
      rest.slice(start.length).replace(/\b(?:Positive|POSITIVE|Negative|NEGATIVE|Pos|POS|Neg|NEG)\b/, (word) => word.toLowerCase()),
  )
  if (!match) return null
  const [whole, group = '', rhesus] = match
  if (rhesus === undefined) return { value: group, code: '883-9', end: from + whole.length }
  return { value: `${group} ${/^(pos|\+)/.test(rhesus) ? 'positive' : 'negative'}`, code: '882-1', end: from + whole.length }
}
