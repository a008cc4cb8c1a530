import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { cents, fromCents } from '#shared/money.ts'
import { call } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import { checkPrescription } from '../contract-writing.ts'
import type { BasketLine } from './basket.ts'
import { lineInput } from './line-input.ts'
import { useActiveLines } from './use-active-lines.ts'
import type { CheckBody, CheckedLine, PrescribedDrug } from './prescription-types.ts'

const PAUSE_MS = 300

/** The sum of the prices that are known; null when none is. */
export const totalOf = (lines: readonly Pick<CheckedLine, 'total_price'>[]): string | null => {
  const known = lines.flatMap(({ total_price }) => total_price ?? [])
  return known.length === 0 ? null : fromCents(known.reduce((sum, price) => sum + cents(price), 0))
}

export const isActiveLine = ({ cancelled_at }: Pick<PrescribedDrug, 'cancelled_at'>) => cancelled_at === null

/**
 * What the server says of the lines as they are typed: words, quantities, prices, warnings. It is asked when the typing pauses; only the
 * reply to the newest question counts.
 */
export const useCheck = (visit: number | null, patient: number, lines: readonly BasketLine[], isReplacing: boolean) => {
  const { can } = useRights()
  const { drugs } = useActiveLines(visit)
  const active = isReplacing ? drugs.filter(isActiveLine) : []
  const inputs = lines.map(lineInput)
  const without = active.filter(({ item }) => lines.some((line) => line.item === item)).map(({ id }) => id)
  const now = JSON.stringify({
    patient,
    ...(visit !== null && { attendance_process: visit }),
    lines: inputs,
    ...(without.length > 0 && { without }),
  })
  const [asked] = useDebouncedValue(now, PAUSE_MS)
  const { data, isError, isFetching } = useQuery({
    queryKey: [checkPrescription.path, asked],
    queryFn: ({ signal }) => call(checkPrescription, { body: JSON.parse(asked) as CheckBody }, { signal }),
    enabled: lines.length > 0 && can(checkPrescription),
    placeholderData: keepPreviousData,
    meta: { live: ['prescriptions', 'catalogue', 'patients'] },
  })
  return {
    lines: lines.length === 0 ? [] : (data?.lines ?? []),
    findLine: (item: number): CheckedLine | undefined => data?.lines.find((line) => line.item === item),
    /** The reply is about exactly what stands there now. */
    isCurrent: asked === now && !isFetching && !isError,
    isFailed: isError,
    /** Nobody has asked for allergies: the lines were held against none. */
    isAllergyUnknown: lines.length > 0 && data?.allergy_status.state === 'not asked',
    /** The last weight of the patient, which a dose for each kilogram goes by. */
    doseWeight: data?.dose_weight ?? null,
    active,
  }
}
export type Check = ReturnType<typeof useCheck>
