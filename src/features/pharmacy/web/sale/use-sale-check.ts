import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { countOf } from '#features/stock/web/lines-field.tsx'
import { call } from '#web/calls/api.ts'
import { checkSale } from '#features/pharmacy/contract-counter.ts'
import { type SaleInput, type SaleLine, sentLine } from './sale-lines.ts'

const PAUSE_MS = 250

type Reply = ResponseOf<typeof checkSale>
export type CheckedLine = Reply['lines'][number]

interface Asked {
  keys: readonly string[]
  body: SaleInput
}
export interface SaleValues extends Record<string, unknown> {
  /** Sent twice, the sale is made once. */
  key: string
  lines: SaleLine[]
  patient: number | null
  customer_name: string
  store: number | null
  reasons: Record<string, string>
}

/** What of the sale decides what it costs and whether it may be made: lines with a number, for whom, out of which store. */
const toQuery = ({ lines, patient, store }: SaleValues): Asked => {
  const counted = lines.filter(({ quantity }) => countOf(quantity) !== null)
  return {
    keys: counted.map(({ key }) => key),
    body: { lines: counted.map(sentLine), patient, ...(store !== null && { store }) },
  }
}

/** What the server says of the sale as it is typed; asked when the typing pauses, and again when prices or stock move. */
export const useSaleCheck = (values: SaleValues) => {
  const now = JSON.stringify(toQuery(values))
  const [settled] = useDebouncedValue(now, PAUSE_MS)
  const asked = JSON.parse(settled) as Asked
  const isEmpty = asked.keys.length === 0
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [checkSale.path, settled],
    queryFn: async ({ signal }) => {
      const reply = await call(checkSale, { body: asked.body }, { signal })
      return { reply, byKey: new Map(asked.keys.flatMap((key, at) => (reply.lines[at] ? [[key, reply.lines[at]] as const] : []))) }
    },
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
    meta: { live: ['stock', 'catalogue', 'patients', 'prescriptions'] },
  })
  const known = isEmpty || (error && !isPlaceholderData) ? undefined : data
  return {
    byKey: known?.byKey ?? new Map<string, CheckedLine>(),
    /** What the customer pays; null while nobody has said. */
    total: known?.reply.total ?? null,
    /** What an insurer pays besides. */
    insurerTotal: known?.reply.insurer_total ?? '0.00',
    warnings: known?.reply.warnings ?? [],
    error: isEmpty ? null : error,
    /** It is about exactly what stands there now. */
    isCurrent: now === settled && (isEmpty || (!isFetching && !isPlaceholderData)),
    /** What it is about, as text. */
    sale: now,
    refetch,
  }
}
export type SaleCheck = ReturnType<typeof useSaleCheck>

/** By the key of the line: rows are drawn again only when theirs changes. */
export const CheckedLines = createContext<ReadonlyMap<string, CheckedLine>>(new Map())
export const useCheckedLine = ({ key }: SaleLine): CheckedLine | undefined => useContext(CheckedLines).get(key)
