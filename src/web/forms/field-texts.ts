import { z } from 'zod'
import { number } from '../text/format.ts'
import { t } from '../i18n.ts'

type Issue = z.core.$ZodRawIssue

const formats: Record<string, string> = {
  email: 'Enter an e-mail address, for example name@clinic.example.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  uuid: 'Not valid.',
}
const isText = (issue: Issue) => 'origin' in issue && issue.origin === 'string'
const isList = (issue: Issue) => 'origin' in issue && (issue.origin === 'array' || issue.origin === 'set')

/** The bound itself says more than that it was missed. */
const tooSmall = ({ minimum, inclusive, exact }: { minimum: number; inclusive?: boolean; exact?: boolean }, ofText: boolean) => {
  const n = number(minimum)
  if (ofText) return exact ? 'The text is too short.' : t('Enter at least {n} characters.', { n })
  return inclusive === false ? t('Enter more than {n}.', { n }) : t('Enter {n} or more.', { n })
}
const tooBig = ({ maximum, inclusive, exact }: { maximum: number; inclusive?: boolean; exact?: boolean }, ofText: boolean) => {
  const n = number(maximum)
  if (ofText) return exact ? 'The text is too long.' : t('Enter at most {n} characters.', { n })
  return inclusive === false ? t('Enter less than {n}.', { n }) : t('Enter {n} or less.', { n })
}
const isNumber = (issue: Issue) => 'origin' in issue && (issue.origin === 'number' || issue.origin === 'int')

/** The words for a broken rule that brings none of its own: in the person's language, or in English as the key of its translation. */
export const textOfIssue = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This field is required.'
      return issue.expected === 'number' ? 'Enter a number.' : issue.expected === 'int' ? 'Enter a whole number.' : 'Not valid.'
    case 'too_small':
      if (issue.input === '') return 'This field is required.'
      if (isText(issue) || isNumber(issue)) return tooSmall({ ...issue, minimum: Number(issue.minimum) }, isText(issue))
      return isList(issue) ? 'Choose at least one.' : 'The value is too small.'
    case 'too_big':
      if (isText(issue) || isNumber(issue)) return tooBig({ ...issue, maximum: Number(issue.maximum) }, isText(issue))
      return isList(issue) ? 'Too many entries.' : 'The value is too large.'
    case 'invalid_format':
      return formats[issue.format] ?? 'Not valid.'
    case 'invalid_value':
      return issue.input === undefined || issue.input === null || issue.input === '' ? 'Choose one.' : 'This choice is not allowed.'
    default:
      return 'Not valid.'
  }
}

z.config({ localeError: textOfIssue })
