import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { findDuplicates } from '../contract.ts'
import { readBorn } from './born-text.ts'
import type { PatientValues } from './patient-values.ts'

export { likenessWord } from './patient-labels.ts'

export type DuplicateRow = ResponseOf<typeof findDuplicates>[number]

const TYPING_MS = 350
const ENOUGH_LETTERS = 2
const ENOUGH_DIGITS = 7

/** Enough to look for somebody by: two names, a telephone or an identifier. */
const isWorthAsking = ({ first_name, second_name, phone, identifiers }: PatientValues) =>
  (first_name.trim().length >= ENOUGH_LETTERS && second_name.trim().length >= ENOUGH_LETTERS) ||
  phone.replaceAll(/\D/g, '').length >= ENOUGH_DIGITS ||
  identifiers.some(({ value }) => value.trim().length > ENOUGH_LETTERS)

const toQuery = (values: PatientValues) => ({
  first_name: values.first_name,
  second_name: values.second_name,
  gender: values.gender || undefined,
  date_of_birth: readBorn(values.date_of_birth)?.date ?? null,
  phone: values.phone || null,
  identifiers: values.identifiers.flatMap(({ value }) => (value.trim() === '' ? [] : [value])),
})

/** Who on file may be the person whose details are being typed, most likely first. A search that fails says nothing: the server asks again when it saves. */
export const useDuplicates = (values: PatientValues): DuplicateRow[] => {
  const isWorth = !values.is_unidentified && isWorthAsking(values)
  const [text] = useDebouncedValue(JSON.stringify(toQuery(values)), TYPING_MS)
  const { data } = useQuery({
    ...query(findDuplicates, { body: JSON.parse(text) as ReturnType<typeof toQuery> }),
    enabled: isWorth,
    placeholderData: (before) => before,
  })
  return isWorth ? (data ?? []) : []
}
