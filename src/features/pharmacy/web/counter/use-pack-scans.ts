import { useState } from 'react'
import { scanCode } from '#calls/stock/contract-ledger.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { useScans } from '#web/devices/use-scans.ts'
import { listSubstitutes } from '#features/pharmacy/contract.ts'
import { afterScan, isOpen, lineOfItem } from './counter-lines.ts'
import type { CounterLine } from './counter-types.ts'
import type { TypedHandle } from './use-typed.ts'

/** A pack that must not go over the counter as one of these lines. */
export interface Alarm {
  text: string
  /** It could go in the place of this line. */
  instead?: { line: CounterLine; item: number }
}

const readCode = async (code: string) => {
  try {
    return await call(scanCode, { query: { code } })
  } catch (error) {
    if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}

/** The open line of which the item holds the same substances, with how alike it is. */
const lineOfSubstance = async (lines: readonly CounterLine[], item: number, store: number) => {
  const asked = lines.map(async (line) => ({
    line,
    found: (await call(listSubstitutes, { params: { id: line.id }, query: { store } })).find(({ id }) => id === item),
  }))
  return (await Promise.all(asked)).find(({ found }) => found)
}

interface Counter {
  lines: readonly CounterLine[]
  store: number
  typed: TypedHandle
  isOn: boolean
  onFound: (line: number) => void
}

/**
 * Hears packs as they are scanned: the line of a pack is marked as looked at, and its lot goes first; a pack that belongs to no line, or has
 * another strength, raises an alarm that stays until the next scan.
 */
export const usePackScans = ({ lines, store, typed, isOn, onFound }: Counter) => {
  const [alarm, setAlarm] = useState<Alarm | null>(null)
  const { can } = useRights()
  const raise = async (item: number, name: string) => {
    if (lines.some((line) => line.item === item && !isOpen(line)))
      return setAlarm({ text: t('{item}: nothing left to dispense.', { item: name }) })
    const same = await lineOfSubstance(lines.filter(isOpen), item, store)
    if (!same?.found) return setAlarm({ text: t('{item} is not on this prescription.', { item: name }) })
    const values = { item: name, prescribed: same.line.item_name }
    const text = same.found.is_alike
      ? t('Different brand: {item} scanned, {prescribed} prescribed.', values)
      : t('Wrong strength: {item} scanned, {prescribed} prescribed.', values)
    return setAlarm({ text, instead: { line: same.line, item } })
  }
  const hear = async (code: string) => {
    const meant = await readCode(code)
    if (!meant) return setAlarm({ text: t('Code {code} not recognised.', { code }) })
    const line = lineOfItem(lines, typed.typed, meant.item)
    if (!line) return raise(meant.item, meant.item_name)
    setAlarm(null)
    typed.change(line.id, (before) => afterScan(line, before, { code, batches: meant.batches, reason: t('Pack in hand') }))
    return onFound(line.id)
  }
  useScans((code) => void hear(code).catch(toast.failed), isOn && can(scanCode))
  return { alarm, silence: () => setAlarm(null) }
}
