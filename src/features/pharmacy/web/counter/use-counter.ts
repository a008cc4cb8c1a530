import { useState } from 'react'
import { cents, fromCents } from '#shared/money.ts'
import { isOpen, lineBody, offered, unitsOf, type TypedLine } from './counter-lines.ts'
import type { AtCounter, CounterLine, HandedOut } from './counter-types.ts'
import { useHandingOut } from './use-handing-out.ts'
import { usePreview } from './use-preview.ts'
import { useTyped } from './use-typed.ts'

/** The counter over one prescription: what is typed of its lines, what that comes to, and handing it out. */
export const useCounter = (of: AtCounter, store: number | undefined) => {
  const typed = useTyped(of.id, of.prescribed_drugs)
  const [done, setDone] = useState<(HandedOut & { after: number }) | null>(null)
  const [mine, setMine] = useState<readonly number[]>([])
  const lines = of.prescribed_drugs.filter(isOpen)
  const wrong = lines.find((line) => unitsOf(line, typed.typed[line.id]) === null)
  const sent = lines.flatMap((line) => lineBody(line, typed.typed[line.id]) ?? [])
  const body = { prescription: of.id, ...(store !== undefined && { store }), lines: sent }
  const preview = usePreview(body)
  const isSent = ({ id }: CounterLine) => sent.some(({ line }) => line === id)
  const items = new Set(lines.filter(isSent).map((line) => String(offered(line, typed.typed[line.id]).item)))
  const warnings = (preview.warnings ?? of.warnings).filter(({ line }) => items.has(line))
  const unsettled = warnings.filter(({ severity, key }) => severity === 'stop' && !of.settled.includes(key))
  const isHeld = of.pay_first && lines.some((line) => isSent(line) && !line.is_paid)
  const handing = useHandingOut({
    body,
    version: of.version,
    unsettled,
    isHeld,
    onDone: (document) => {
      typed.clear()
      setDone({ ...document, after: of.version })
      setMine((before) => [...before, document.id])
    },
  })
  const prices = sent.flatMap(({ line }) => preview.of(line)?.total_price ?? [])
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
    isBehind: done?.after === of.version,
    /** Documents that were written from this screen. */
    mine,
    goOn: () => setDone(null),
  }
}
export type Counter = ReturnType<typeof useCounter>
