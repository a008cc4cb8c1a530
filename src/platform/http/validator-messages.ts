import { z } from 'zod'

type Issue = z.core.$ZodRawIssue

const formats: Readonly<Record<string, string>> = {
  date: 'Enter a date as YYYY-MM-DD.',
  datetime: 'Enter a date and time, for example 2026-03-02T07:30:00Z.',
  email: 'Enter an e-mail address, for example name@clinic.example.',
  time: 'Enter a time, for example 08:30.',
  url: 'Enter a web address, for example https://clinic.example.',
  uuid: 'Send a UUID.',
}
const kinds: Readonly<Record<string, string>> = {
  array: 'Send a list.',
  boolean: 'Send true or false.',
  date: 'Enter a date.',
  int: 'Enter a whole number.',
  number: 'Enter a number.',
  object: 'Send an object with named fields.',
  record: 'Send an object with named fields.',
  string: 'Enter text.',
}

const tooBig = ({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig) => {
  if (origin === 'string') return `Enter at most ${maximum} characters.`
  if (origin === 'array' || origin === 'set') return `At most ${maximum} are allowed.`
  return inclusive === false ? `Enter less than ${maximum}.` : `Enter at most ${maximum}.`
}
const tooSmall = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall) => {
  if (origin === 'string') return Number(minimum) <= 1 ? 'This field is required.' : `Enter at least ${minimum} characters.`
  if (origin === 'array' || origin === 'set') return Number(minimum) <= 1 ? 'Name at least one.' : `Name at least ${minimum}.`
  return inclusive === false ? `Enter more than ${minimum}.` : `Enter at least ${minimum}.`
}

const MOST_CHOICES = 40
const choices = (values: readonly unknown[]) =>
  values.length <= MOST_CHOICES ? `Choose one of: ${values.map(String).join(', ')}.` : 'This is none of the allowed values.'

/** What is wrong with a value, in words for people; undefined leaves it to the library. */
const wordsFor = (issue: Issue): string | undefined => {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'This field is required.'
      if (issue.input === null) return 'This field may not be null.'
      return kinds[issue.expected] ?? 'This value is not of the right kind.'
    case 'invalid_format':
      return formats[issue.format] ?? 'This value does not have the right form.'
    case 'invalid_value':
      return choices(issue.values)
    case 'too_big':
      return tooBig(issue as unknown as z.core.$ZodIssueTooBig)
    case 'too_small':
      return tooSmall(issue as unknown as z.core.$ZodIssueTooSmall)
    case 'not_multiple_of':
      return `Enter a multiple of ${issue.divisor}.`
    case 'invalid_union':
      return 'This value has none of the allowed forms.'
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'This value is not allowed here.'
    default:
      return undefined
  }
}

// Of every check in this process; a schema that has words of its own keeps them. The browser has its own, in the person's language.
z.config({ localeError: wordsFor })
