/** The values of a message by name. One that is `null` is written as nothing. */
export type MessageValues = Readonly<Record<string, unknown>>

const PLACE = /\{(\w+)\}/g
const CHOICE = /\{(\w+), (plural|select), /
const FORM = /\s*(=\d+|\w+) \{/y

const written = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Where the brace that opens at `from` is closed; undefined where it is not. */
const closingBrace = (text: string, from: number): number | undefined => {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++
    if (text[at] === '}' && --depth === 0) return at
  }
  return undefined
}

/** `one {# row} other {# rows}` by form; undefined where that is no list of forms. */
const readForms = (text: string): ReadonlyMap<string, string> | undefined => {
  const forms = new Map<string, string>()
  for (let at = 0; at < text.length;) {
    FORM.lastIndex = at
    const [head, form = ''] = FORM.exec(text) ?? []
    if (head === undefined) return undefined
    const from = at + head.length
    const end = closingBrace(text, from - 1)
    if (end === undefined) return undefined
    forms.set(form, text.slice(from, end))
    at = end + 1
  }
  return forms
}

const plurals = new Map<string, Intl.PluralRules>()
const pluralForm = (count: unknown, language: string): string => {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language)
  plurals.set(language, rules)
  return rules.select(Number(count))
}

/**
 * Writes a message of the ICU format: `{name}` takes the value of that name, `{count, plural, one {# row} other {# rows}}` the form for a number
 * in a language, where `#` is the number, and `{sex, select, female {…} other {…}}` the form of that name. A place without a value stays as it is
 * written, and so does a message that is not well formed: people's own words may be shown as one. Dates and numbers are formatted before; quotes of the format are not read, and messages have none (`translations.test.ts`).
 * Source: https://unicode-org.github.io/icu/userguide/format_parse/messages/
 */
export const formatMessage = (text: string, values: MessageValues = {}, language = 'en'): string => {
  const choice = CHOICE.exec(text)
  if (!choice) return text.replaceAll(PLACE, (place, name: string) => (Object.hasOwn(values, name) ? written(values[name]) : place))
  const [head, name = '', kind] = choice
  const end = closingBrace(text, choice.index)
  const forms = end === undefined ? undefined : readForms(text.slice(choice.index + head.length, end))
  if (end === undefined || !forms?.has('other')) return text
  const value = values[name]
  const chosen = kind === 'plural' ? pluralForm(value, language) : written(value)
  const form = forms.get(`=${written(value)}`) ?? forms.get(chosen) ?? forms.get('other') ?? ''
  const parts = [text.slice(0, choice.index), kind === 'plural' ? form.replaceAll('#', `{${name}}`) : form, text.slice(end + 1)]
  return parts.map((part) => formatMessage(part, values, language)).join('')
}
