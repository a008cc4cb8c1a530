import { t } from '#web/i18n.ts'

/** Messages about cells that name a value: the sentence is translated, and the value stays as it is in the file. */
const sentences = [
  '“{text}” has a two-digit year: read as {day}.',
  '“{text}” is a spreadsheet date number: read as {day}.',
  '“{text}” was left empty.',
  '“{text}” is only a year: kept as an estimate.',
  '“{text}” is not a known category: imported as a drug.',
  '“{text}” is not a known category: imported as {category}.',
  '“{text}” may deny or name an allergy: not recorded. Ask the patient.',
  'Code {code} means “{title}”: kept as text.',
  'The file says “{written}”, but the patient with this number is {name}. Correct the number or the name.',
] as const

const PLACE = /\{(\w+)\}/g
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const known = sentences.map((sentence) => ({
  sentence,
  names: [...sentence.matchAll(PLACE)].map(([, name = '']) => name),
  pattern: new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map(escaped)
      .join('(.+)')}$`,
    'su',
  ),
}))

/** What an import says of a cell or a row, in the language of the person: a fixed part and the sentence of a rule, a sentence with values, or a text. */
export const sentMessage = (message: string): string => {
  const [, before, rest] = /^(Left empty|Kept as text): (.+)$/su.exec(message) ?? []
  if (before && rest) return `${t(before)}: ${sentMessage(rest)}`
  for (const { sentence, names, pattern } of known) {
    const values = pattern.exec(message)?.slice(1)
    if (values) return t(sentence, Object.fromEntries(names.map((name, at) => [name, values[at]])))
  }
  return t(message)
}
