import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const formats: Record<string, string> = {
  email: 'Enter an e-mail address, for example name@clinic.example.',
  date: 'Enter a date.',
  datetime: 'Enter a date and a time.',
  uuid: 'This is not valid.',
}
const isText = (issue: Issue) => 'origin' in issue && issue.origin === 'string'
const isList = (issue: Issue) => 'origin' in issue && (issue.origin === 'array' || issue.origin === 'set')

/** The words for a broken rule that brings none of its own, in English: the key of its translation. */
export const textOfIssue = (issue: Issue): string => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This field is required.'
      return issue.expected === 'number' ? 'Enter a number.' : issue.expected === 'int' ? 'Enter a whole number.' : 'This is not valid.'
    case 'too_small':
      if (issue.input === '') return 'This field is required.'
      return isText(issue) ? 'This is too short.' : isList(issue) ? 'Choose at least one.' : 'This is too small.'
    case 'too_big':
      return isText(issue) ? 'This is too long.' : isList(issue) ? 'These are too many.' : 'This is too large.'
    case 'invalid_format':
      return formats[issue.format] ?? 'This is not valid.'
    case 'invalid_value':
      return issue.input === undefined || issue.input === null || issue.input === '' ? 'Choose one.' : 'This cannot be chosen.'
    default:
      return 'This is not valid.'
  }
}

z.config({ localeError: textOfIssue })
