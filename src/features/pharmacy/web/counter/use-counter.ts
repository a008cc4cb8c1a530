import { useState } from 'react'
import { cents, fromCents } from '#shared/money.ts'
import { isOpen, lineBody, offered, unitsOf, type TypedLine } from './counter-lines.ts'
import type { AtCounter, CounterLine, Dispensed, DispenseBody } from './counter-types.ts'
import { useDispensing, toTrouble, type Trouble } from './use-dispensing.ts'
import { useTyped } from './use-typed.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, call } from '#web/calls/api.ts'
import { checkDispense } from '#features/pharmacy/contract.ts'

const PAUSE_MS = 250

/**
 * What is wrong stands at its line. What was handed out meanwhile cannot be looked at any more: the lines themselves say so once they are
 * read again.
 */
const look = (body: DispenseBody, signal: AbortSignal) =>
  call(checkDispense, { body }, { signal }).then(
    (preview) => ({ preview, ofLines: {} as Trouble['ofLines'] }),
    (error: unknown) => {
      if (error instanceof ApiError && (error.status === 400 || error.status === 409))
        return { preview: null, ofLines: toTrouble(error, body).ofLines }
      throw error
    },
  )

/** What the server says that handing this out would come to; asked when the typing pauses, and again when stock or bill change. */
const usePreview = (body: DispenseBody) => {
  const now = JSON.stringify(body)
  const [asked] = useDebouncedValue(now, PAUSE_MS)
  const { data, isError, isFetching } = useQuery({
    queryKey: [checkDispense.path, asked],
    queryFn: ({ signal }) => look(JSON.parse(asked) as DispenseBody, signal),
    enabled: (JSON.parse(asked) as DispenseBody).lines.length > 0,
    placeholderData: keepPreviousData,
    meta: { live: ['prescriptions', 'stock', 'patients'], record: body.prescription },
  })
  return {
    findLine: (line: number) => data?.preview?.lines.find((one) => one.line === line),
    /** Why this line cannot go out like that. */
    errorOf: (line: number) => (body.lines.length > 0 ? data?.ofLines[line] : undefined),
    /** Null while nothing is known. */
    warnings: body.lines.length > 0 ? (data?.preview?.warnings ?? null) : null,
    /** The reply is about exactly what stands there now. */
    isCurrent: asked === now && !isFetching && !isError && Boolean(data?.preview),
  }
}

/** The counter over one prescription: what is typed of its lines, what that comes to, and handing it out. */
export const useCounter = (atCounter: AtCounter, store: number | undefined) => {
  const typed = useTyped(atCounter.id, atCounter.prescribed_drugs)
  const [done, setDone] = useState<(Dispensed & { after: number }) | null>(null)
  const [mine, setMine] = useState<readonly number[]>([])
  const lines = atCounter.prescribed_drugs.filter(isOpen)
  const wrong = lines.find((line) => unitsOf(line, typed.typed[line.id]) === null)
  const sent = lines.flatMap((line) => lineBody(line, typed.typed[line.id]) ?? [])
  const body = { prescription: atCounter.id, ...(store !== undefined && { store }), lines: sent }
  const preview = usePreview(body)
  const isSent = ({ id }: CounterLine) => sent.some(({ line }) => line === id)
  const items = new Set(lines.filter(isSent).map((line) => String(offered(line, typed.typed[line.id]).item)))
  const warnings = (preview.warnings ?? atCounter.warnings).filter(({ line }) => items.has(line))
  const unsettled = warnings.filter(({ severity, key }) => severity === 'stop' && !atCounter.settled.includes(key))
  const isHeld = atCounter.pay_first && lines.some((line) => isSent(line) && !line.is_paid)
  const handing = useDispensing({
    body,
    version: atCounter.version,
    unsettled,
    isHeld,
    onDone: (document) => {
      typed.clear()
      setDone({ ...document, after: atCounter.version })
      setMine((before) => [...before, document.id])
    },
  })
  const prices = sent.flatMap(({ line }) => preview.findLine(line)?.total_price ?? [])
  return {
    lines,
    typed: {
      ...typed,
      change: (line: number, by: (before: TypedLine) => TypedLine) => {
        handing.forgetTrouble()
        typed.change(line, by)
      },
    },
    preview,
    warnings,
    unsettled,
    handing,
    isHeld,
    /** The first line whose quantity is none. */
    wrong,
    count: sent.length,
    /** What the priced lines come to; null while nothing is known. */
    total: prices.length === 0 ? null : fromCents(prices.reduce((sum, price) => sum + cents(price), 0)),
    done,
    /** What was handed out is not yet in what was read of the lines. */
    isBehind: done?.after === atCounter.version,
    /** Documents that were written from this screen. */
    mine,
    goOn: () => setDone(null),
  }
}
export type Counter = ReturnType<typeof useCounter>
